const UNITS = { minutes: 1, hours: 60, days: 1440 } as const
export type Unit = keyof typeof UNITS
export const units = Object.keys(UNITS) as Unit[]

/** Minutes as people say them: 120 is two hours. */
export function spanOf(minutes: number): { count: number; unit: Unit } {
  const unit = (['days', 'hours'] as const).find((one) => minutes !== 0 && minutes % UNITS[one] === 0) ?? 'minutes'
  return { count: minutes / UNITS[unit], unit }
}

export const minutesOf = (count: number, unit: Unit) => Math.round(count * UNITS[unit])
