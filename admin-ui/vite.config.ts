import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// The dev server forwards API requests to a running vitrine.
const server = process.env.VITRINE_URL ?? 'http://localhost:8080'
const api = { target: server, ws: true, changeOrigin: true }

// Removes the fonts in GraphiQL's style sheet. They are data: URLs, which the admin's content security policy blocks.
// Monaco has its icons in a file, and components/explorer.css uses the admin's fonts.
const withoutDataFonts: Plugin = {
  name: 'without-data-fonts',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/graphiql/dist/style.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/g, '') : null),
}

export default defineConfig({
  plugins: [react(), withoutDataFonts],
  resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/graphql': api, '/v1': api } },
  // The colours use light-dark(), which these browsers support. For older targets the build would rewrite it.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2900, // only Monaco, which GraphiQL loads, is above 900
    rolldownOptions: { checks: { moduleLevelDirective: false } }, // GraphiQL has "use no memo" for a compiler that is not used here
    modulePreload: { polyfill: false },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
})
