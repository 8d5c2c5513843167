/** The operator's colour, corrected until it can be read on our surfaces. */

export type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The page colours of `tokens.css`, light and dark. */
export const SURFACE = { light: [255, 255, 255] as Rgb, dark: [22, 24, 28] as Rgb }
/** WCAG 2.2 AA for text. */
export const MIN_CONTRAST = 4.5
/** Coloured text also stands on a tint of itself (`--tint` of `tokens.css`). */
const TINT = 0.09
/** Thin coloured text on a dark page needs more than the minimum to look alive. */
export const DARK_CONTRAST = 6
export const DEFAULT_BRAND = '#0b6e63'

export function parseColor(hex: string | null | undefined): Rgb | null {
  const match = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(hex?.trim() ?? '')
  if (!match?.[1]) return null
  const digits = match[1].length === 3 ? [...match[1]].map((digit) => digit + digit).join('') : match[1]
  const value = parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((channel, index) => Math.round(channel + (other[index]! - channel) * share)) as unknown as Rgb

/** The colour itself, or the nearest step towards black or white that reads on the surface. */
export function readableOn(surface: Rgb, color: Rgb, wanted = MIN_CONTRAST): Rgb {
  const towards = luminance(surface) > 0.18 ? BLACK : WHITE
  for (let step = 0; step <= 20; step += 1) {
    const tried = mix(color, towards, step / 20)
    if (contrast(tried, surface) >= wanted && contrast(tried, mix(surface, tried, TINT)) >= MIN_CONTRAST) return tried
  }
  return towards
}

/** Black or white, whichever reads better on a filled button. */
export const textOn = (color: Rgb): Rgb => (contrast(WHITE, color) >= contrast([17, 19, 22], color) ? WHITE : [17, 19, 22])

const css = (color: Rgb): string => `rgb(${color.join(' ')})`

/** Custom properties for both colour schemes. */
export function brandProperties(hex: string | null | undefined): Record<string, string> {
  const brand = parseColor(hex) ?? parseColor(DEFAULT_BRAND)!
  const light = readableOn(SURFACE.light, brand)
  const dark = readableOn(SURFACE.dark, brand, DARK_CONTRAST)
  return {
    '--accent-light': css(light),
    '--accent-dark': css(dark),
    '--on-accent-light': css(textOn(light)),
    '--on-accent-dark': css(textOn(dark)),
  }
}

export function applyBrand(hex: string | null | undefined): void {
  for (const [name, value] of Object.entries(brandProperties(hex))) {
    document.documentElement.style.setProperty(name, value)
  }
}
