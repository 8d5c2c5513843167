import type { BookingFee, Deposit, General, PreviewIn } from '@/api/models'

/** The values that differ from what is stored: only they are sent, so that nobody's other change is undone. */
export function changes<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, after[key]]),
  ) as Partial<T>
}

export const experienceOptions = (general: General) =>
  general.experiences.map((experience) => ({ id: experience.id, name: experience.name }))

type Unsaved = { deposit?: Deposit; booking_fee?: BookingFee; priceRules?: PreviewIn['priceRules'] }

/** Two guests by what stands in a form; what a form does not have is as it is stored. */
export function exampleOf({ deposit, booking_fee, priceRules }: Unsaved): PreviewIn {
  const sized = <T extends { amount?: number | null; rate_ppm?: number | null }>(rule: T | undefined) =>
    rule && { ...rule, amount: rule.amount ?? 0, rate_ppm: rule.rate_ppm ?? 0 }
  return {
    qty: 2,
    unit_amount: 5000,
    deposit: sized(deposit),
    booking_fee: sized(booking_fee),
    priceRules,
  } as PreviewIn
}
