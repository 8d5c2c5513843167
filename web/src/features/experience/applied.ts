import type { Applied } from '@/api/models'

/** A price on a day, which sheet sets it (null: the usual price), and at which starts. */
export type AppliedPrice = { price: number; sheet: number | null; times: string[] }

/** What one kind of guest pays by day: each price of a day once, in the order of its first start. */
export function appliedByDay(rows: readonly Applied[], kind: number): Map<string, AppliedPrice[]> {
  const days = new Map<string, AppliedPrice[]>()
  for (const { date, start_time, prices } of rows) {
    const found = prices.find((one) => one.experience_customer_type_id === kind)
    if (!found) continue
    const day = days.get(date) ?? []
    const same = day.find((one) => one.price === found.price && one.sheet === found.rate_sheet_id)
    if (same) same.times.push(start_time)
    else day.push({ price: found.price, sheet: found.rate_sheet_id, times: [start_time] })
    days.set(date, day)
  }
  return days
}

/** A letter for each sheet of a list, by its id: A, B, … Z, then AA. */
export function lettersOf(sheets: readonly { id: number }[]): Map<number, string> {
  return new Map(sheets.map(({ id }, place) => [id, letter(place)]))
}

const letter = (place: number): string =>
  (place < 26 ? '' : letter(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26))
