import { defineConfig } from 'vite'
import { slimAlias } from './vite.config.ts'

/**
 * What the server runs to draw a first picture (ADR 43): scripts for V8 alone, never sent to anybody. Without a mode
 * the calendar's, with `--mode portal` the customer's page.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  resolve: { alias: slimAlias },
  build: {
    outDir: 'dist/server',
    emptyOutDir: mode !== 'portal',
    target: 'es2024',
    lib:
      mode === 'portal'
        ? { entry: 'src/portal/drawn.tsx', name: 'OutfitterPortal', formats: ['iife'], fileName: () => 'portal.js' }
        : { entry: 'src/calendar/server.ts', name: 'OutfitterCalendar', formats: ['iife'], fileName: () => 'calendar.js' },
  },
}))
