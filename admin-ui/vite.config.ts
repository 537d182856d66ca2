import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// The dev server passes the API on to a running vitrine.
const server = process.env.VITRINE_URL ?? 'http://localhost:8080'
const api = { target: server, ws: true, changeOrigin: true }

// GraphiQL's style sheet carries its fonts as data: URLs, which the admin's policy does not load. Monaco brings
// its icons as a file besides, and components/explorer.css names the admin's own fonts instead.
const withoutDataFonts: Plugin = {
  name: 'without-data-fonts',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/graphiql/dist/style.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/g, '') : null),
}

export default defineConfig({
  plugins: [react(), withoutDataFonts],
  resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/graphql': api, '/v1': api } },
  // Colours use light-dark(), which these browsers know; older targets would have it rewritten.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2900, // Monaco, which only GraphiQL loads, is the one chunk above 900
    rolldownOptions: { checks: { moduleLevelDirective: false } }, // GraphiQL's "use no memo" speaks to a compiler that we do not run
    modulePreload: { polyfill: false },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
})
