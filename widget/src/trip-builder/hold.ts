/** The countdown of held seats. */

/** Seconds before the end at which assistive technology is told, longest first. */
export const ANNOUNCED_AT = [300, 120, 60, 0] as const

export const secondsLeft = (expiresAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000))

/** 14:59 */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The mark that was passed between two ticks, if any: the lowest, when a sleeping tab skipped some. */
export function passedMark(before: number, after: number): number | null {
  const passed = ANNOUNCED_AT.filter((mark) => before > mark && after <= mark)
  return passed.at(-1) ?? null
}
