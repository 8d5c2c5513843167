import { describe, expect, it } from 'vitest'
import { brandProperties, contrast, DARK_CONTRAST, MIN_CONTRAST, parseColor, readableOn, SURFACE, textOn, type Rgb } from './brand'

const COLORS = ['#ffffff', '#000000', '#ffee00', '#0b6e63', '#ff0000', '#808080', '#00ffcc', '#1d4ed8', '#fafafa', '#111316', '#c0ffee']
const rgb = (text: string): Rgb => text.match(/\d+/g)!.map(Number) as unknown as Rgb

describe('the brand colour', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5)
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
    expect(contrast([1, 2, 3], [1, 2, 3])).toBe(1)
  })

  it.each(COLORS)('%s is corrected until it can be read', (color) => {
    const properties = brandProperties(color)
    const light = rgb(properties['--accent-light']!)
    const dark = rgb(properties['--accent-dark']!)
    expect(contrast(light, SURFACE.light)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    expect(contrast(dark, SURFACE.dark)).toBeGreaterThanOrEqual(DARK_CONTRAST)
    expect(contrast(light, rgb(properties['--on-accent-light']!))).toBeGreaterThanOrEqual(MIN_CONTRAST)
    expect(contrast(dark, rgb(properties['--on-accent-dark']!))).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })

  it('stays itself where it can be read already', () => {
    expect(readableOn(SURFACE.light, [11, 110, 99])).toEqual([11, 110, 99])
    expect(textOn([255, 238, 0])).toEqual([17, 19, 22])
  })

  it.each([
    ['#fff', [255, 255, 255]],
    ['0B6E63', [11, 110, 99]],
    [' #1d4ed8 ', [29, 78, 216]],
    ['red', null],
    ['#12345', null],
    ['', null],
    [null, null],
  ])('%s is read as %s', (text, expected) => expect(parseColor(text)).toEqual(expected))

  it('falls back to ours when the operator has none', () => expect(brandProperties(null)).toEqual(brandProperties('#0b6e63')))
})
