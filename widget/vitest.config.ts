import { defineConfig } from 'vitest/config'
import { slimAlias } from './vite.config.ts'

/** `--mode react` runs the same tests on React itself, so that the alias never becomes a fork. */
export default defineConfig(({ mode }) => ({
  resolve: { alias: mode === 'react' ? {} : slimAlias },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}))
