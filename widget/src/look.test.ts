import { beforeEach, describe, expect, it } from 'vitest'
import { brandProperties, contrast, parseColor, SURFACE, type Rgb } from './brand'
import looks from './testing/looks.json'
import { applyLook, FONTS, readLook } from './look'

const property = (name: string): string => document.documentElement.style.getPropertyValue(name)

describe('the look that an address asks for', () => {
  it.each([
    ['?color=ff4d00&radius=12&font=serif', { color: 'ff4d00', radius: 12, font: 'serif' }],
    ['?color=%23f40', { color: '#f40', radius: null, font: null }],
    ['?color=red&radius=-1&font=Comic', { color: null, radius: null, font: null }],
    ['?radius=99', { color: null, radius: 24, font: null }],
    ['?radius=0', { color: null, radius: 0, font: null }],
    ['?font=constructor', { color: null, radius: null, font: null }],
    ['', { color: null, radius: null, font: null }],
  ])('%s', (search, expected) => expect(readLook(search)).toEqual(expected))

  describe('is set on the page', () => {
    beforeEach(() => document.documentElement.removeAttribute('style'))

    it('before the operator\'s own colour', () => {
      applyLook('?color=1d4ed8&radius=16&font=rounded', { brand_color: '#b45309' })
      expect(property('--accent-light')).toBe('rgb(29 78 216)')
      expect(property('--radius')).toBe('16px')
      expect(property('--font')).toBe(FONTS.rounded)
    })

    it('and leaves everything else to the style sheets', () => {
      applyLook('', { brand_color: '#b45309' })
      expect(property('--accent-light')).not.toBe('')
      expect(property('--radius')).toBe('')
      expect(property('--font')).toBe('')
    })
  })
})

describe('the contrast of any colour', () => {
  const colors = ['#ffff00', '#ff4d00', '#0f766e', '#ffffff', '#000000', '#7fb3ff', '#c0ffee', '#e11d48', '#888888', '#00ff00', '#16181c']
  const rgb = (text: string): Rgb => text.match(/\d+/g)!.map(Number) as unknown as Rgb
  const tinted = (color: Rgb, surface: Rgb): Rgb => color.map((channel, index) => channel * 0.09 + surface[index]! * 0.91) as unknown as Rgb

  it.each(colors)('%s is corrected until it reads, on the surface and on its own tint', (hex) => {
    expect(parseColor(hex)).not.toBeNull()
    const found = brandProperties(hex)
    for (const scheme of ['light', 'dark'] as const) {
      const accent = rgb(found[`--accent-${scheme}`]!)
      expect(contrast(accent, SURFACE[scheme]), scheme).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent, tinted(accent, SURFACE[scheme])), `${scheme} tint`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgb(found[`--on-accent-${scheme}`]!), accent), `${scheme} button`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

// The server writes the same into pages; its test reads the same table.
it.each(looks as { search: string; brand: string | null; look: Record<string, string> }[])('of $search and $brand is $look', ({ search, brand, look }) => {
  document.documentElement.removeAttribute('style')
  applyLook(search, { brand_color: brand })
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(look)) expect(style.getPropertyValue(name), name).toBe(value)
  expect(style.getPropertyValue('--radius')).toBe(look['--radius'] ?? '')
  expect(style.getPropertyValue('--font')).toBe(look['--font'] ?? '')
})
