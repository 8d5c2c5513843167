import { defineConfig } from 'vite'
import { mockServer } from './dev/plugin.ts'

/** Preact stands in for React in what visitors load: the same source, a tenth of the weight. */
export const preactAlias = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

export default defineConfig(({ mode }) => ({
  base: '/widgets/',
  resolve: { alias: mode === 'react' ? {} : preactAlias },
  plugins: [mockServer()],
  server: { host: '127.0.0.1', port: 8120, strictPort: true },
  preview: { host: '127.0.0.1', port: 8120, strictPort: true },
  build: {
    outDir: mode === 'react' ? 'dist-react' : 'dist',
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['calendar.html', 'tripBuilder.html', 'pay.html'] },
  },
}))
