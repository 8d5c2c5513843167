import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sourceOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

it.each(['./dialog-window.tsx', './drawer-window.tsx'])('%s says that it is open', (file) => {
  expect(sourceOf(file)).toMatch(/<ModalOverlay[\s\S]*?\sdata-window\s/)
})

it('puts messages above an open window, whose buttons are below, and shows one of them', () => {
  const place = sourceOf('./toast-place.tsx')
  for (const rule of [':top-[', ':bottom-auto', ':[&_li:not(:first-child)>*]:hidden']) {
    expect(place).toContain(`in-[body:has([data-window])]${rule}`)
  }
})
