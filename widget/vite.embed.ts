import { defineConfig } from 'vite'

/** The loader is one classic script without imports, so that a pasted tag is all a page needs. */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/embed/embed.ts', name: 'OutfitterEmbed', formats: ['iife'], fileName: () => 'embed.js' },
  },
})
