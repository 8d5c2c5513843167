import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sourceOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

it.each(['./dialog-window.tsx', './drawer-window.tsx'])('%s says that it is open', (file) => {
  expect(sourceOf(file)).toContain("useStanding('window')")
})

it('puts messages above an open window, whose buttons are below, and shows one of them', () => {
  const place = sourceOf('./toast-place.tsx')
  expect(place).toContain('isWindowOpen ? places.above')
  expect(place).toContain("isWindowOpen && 'in-[li+li]:hidden'")
  expect(place).toMatch(/above: 'top-\[/)
})
