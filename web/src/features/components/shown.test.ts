import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../components/', import.meta.url)
const sources = readdirSync(new URL('components/', import.meta.url)).map((file) =>
  readFileSync(new URL(`components/${file}`, import.meta.url), 'utf8'),
)

// Parts of other components, and what draws nothing by itself.
const parts = [
  'ui/press.tsx',
  'ui/aria-notes.tsx',
  'ui/choice-button.tsx',
  'ui/color-palette.tsx',
  'ui/combo-window.tsx',
  'ui/field-frame.tsx',
  'ui/list-popover.tsx',
  'ui/multi-select-window.tsx',
  'ui/select-window.tsx',
  'ui/dialog-parts.tsx',
  'ui/dialog-window.tsx',
  'ui/drawer-window.tsx',
  'ui/bar.tsx',
  'ui/brand.tsx',
  'ui/menu-window.tsx',
  'ui/days-popover.tsx',
  'ui/month-grid.tsx',
  'ui/range-month.tsx',
  'ui/popover-window.tsx',
  'ui/scroll-body.tsx',
  'ui/swatch.tsx',
  'ui/toast-place.tsx',
  'ui/tooltip-window.tsx',
  'charts/chart-table.tsx',
  'charts/frame.tsx',
]

it.each(
  ['ui/', 'charts/'].flatMap((room) =>
    readdirSync(new URL(room, folder))
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => room + file)
      .filter((file) => !parts.includes(file)),
  ),
)('shows %s', (file) => {
  const isFigure = /ui\/(number|money|percent)-field\.tsx/.test(file)
  const wanted = isFigure ? `@/components/${file.replace('.tsx', "'")}` : `file="${file}"`
  expect(sources.some((source) => source.includes(wanted))).toBe(true)
})
