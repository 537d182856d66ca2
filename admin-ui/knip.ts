import type { KnipConfig } from 'knip'

// Style sheets name packages in url(…): the fonts.
const packages = /url\(['"](@[^'"]+)['"]\)/g

const config: KnipConfig = {
  entry: ['e2e/*.test.mjs'],
  project: ['src/**/*.{ts,tsx,css}', 'e2e/*.mjs', '*.ts'],
  compilers: {
    css: (text: string) => [...text.matchAll(packages)].map(([, path]) => `import '${path}'`).join('\n'),
  },
  // axe-core is read as a file by e2e/browser.mjs; only generated code imports the other one.
  ignoreDependencies: ['axe-core', '@graphql-typed-document-node/core'],
}

export default config
