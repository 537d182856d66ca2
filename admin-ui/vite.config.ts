import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// The dev server passes the API on to a running vitrine.
const server = process.env.VITRINE_URL ?? 'http://localhost:8080'
const api = { target: server, ws: true, changeOrigin: true }

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/graphql': api, '/v1': api } },
  // Colours use light-dark(), which these browsers know; older targets would have it rewritten.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
})
