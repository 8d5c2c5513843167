import { defineConfig } from 'vite'

/** What reports errors, for these pages and the operator's screens: one module, loaded where a host has set it up (ADR 142). */
export default defineConfig({
  publicDir: false,
  define: { __SENTRY_DEBUG__: 'false', __SENTRY_TRACING__: 'false' },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    rollupOptions: {
      input: 'src/error-reports/start.ts',
      output: { format: 'es', entryFileNames: 'assets/error-reports-[hash].js' },
    },
  },
})
