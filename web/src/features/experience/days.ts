/** Departures by their day, each day's in order of their start. */
export function daysOf<T extends { date: string; start_time: string }>(slots: readonly T[]): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const slot of slots) days.set(slot.date, [...(days.get(slot.date) ?? []), slot])
  return [...days]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, own]) => [day, own.toSorted((a, b) => a.start_time.localeCompare(b.start_time))])
}
