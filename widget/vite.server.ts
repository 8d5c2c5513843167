import { defineConfig } from 'vite'
import { slimAlias } from './vite.config.ts'

/** What the server runs to draw a calendar's first picture (ADR 43): one script for V8 alone, never sent to anybody. */
export default defineConfig({
  publicDir: false,
  resolve: { alias: slimAlias },
  build: {
    outDir: 'dist/server',
    target: 'es2024',
    lib: { entry: 'src/calendar/server.ts', name: 'OutfitterCalendar', formats: ['iife'], fileName: () => 'calendar.js' },
  },
})
