/** How the operator wants its calendar to look: colour, corners, letters; the address may say otherwise. */
import { applyBrand, parseColor } from './brand'
import type { Properties } from './types'

/** Letters that every system has: the frame of a calendar loads none. The host page's own cannot cross into it. */
export const FONTS: Record<string, string> = {
  serif: "ui-serif, Charter, 'Bitstream Charter', Cambria, Georgia, 'Noto Serif', serif",
  rounded: "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT Bold', Calibri, sans-serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  geometric: "Avenir, Montserrat, Corbel, 'URW Gothic', sans-serif",
  system: 'system-ui, sans-serif',
}

export const MAX_RADIUS = 24

export type Look = { color: string | null; radius: number | null; font: string | null }

/** The look that an address asks for; what cannot be read is left out. */
export function readLook(search: string): Look {
  const query = new URLSearchParams(search)
  const color = query.get('color')
  const radius = query.get('radius') ?? ''
  const font = query.get('font') ?? ''
  return {
    color: parseColor(color) ? color : null,
    radius: /^\d{1,2}$/.test(radius) ? Math.min(Number(radius), MAX_RADIUS) : null,
    font: Object.hasOwn(FONTS, font) ? font : null,
  }
}

/** Sets the look on the page. The style sheets read it; nothing is written into the markup. */
export function applyLook(search: string, { brand_color }: Pick<Properties, 'brand_color'>): void {
  const { color, radius, font } = readLook(search)
  const { style } = document.documentElement
  applyBrand(color ?? brand_color)
  if (radius !== null) style.setProperty('--radius', `${radius}px`)
  if (font !== null) style.setProperty('--font', FONTS[font]!)
}
