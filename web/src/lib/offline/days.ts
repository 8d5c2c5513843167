import { allKept, keep, kept, removeKept } from './database'

/** A day of the manifest as far as it matters for keeping it. */
type Dated = { date: string; valid_until: string }

/** A day as the server told it, to be opened without a connection until its time is up. */
type KeptDay<T extends Dated> = { person: number; day: T; keptAt: string }

const keyOf = (person: number, date: string) => `${person}:${date}`
/** When a day that had not changed was last seen; it is written instead of the day. */
const seenOf = (person: number, date: string) => `seen:${keyOf(person, date)}`

const written = new WeakSet<Dated>()

/** Keep a day for a person; what is out of date goes. Of the very same day only the time is written. */
export async function keepDay(person: number, day: Dated, now = Date.now()) {
  const keptAt = new Date(now).toISOString()
  if (written.has(day)) return keep('session', seenOf(person, day.date), keptAt)
  written.add(day)
  await keep('days', keyOf(person, day.date), { person, day, keptAt } satisfies KeptDay<Dated>)
  const all = await allKept<KeptDay<Dated>>('days')
  const over = all.filter((one) => Date.parse(one.day.valid_until) < now)
  await Promise.all(over.map((one) => forget(one)))
}

async function forget({ person, day: { date } }: KeptDay<Dated>) {
  await removeKept('days', keyOf(person, date))
  await removeKept('session', seenOf(person, date))
}

/** A day that was kept for a person and may still be used, with when it was last seen; null otherwise. */
export async function keptDay<T extends Dated>(person: number, date: string, now = Date.now()) {
  const found = await kept<KeptDay<T>>('days', keyOf(person, date))
  if (!found || Date.parse(found.day.valid_until) < now) return null
  const seenAt = (await kept<string>('session', seenOf(person, date))) ?? ''
  return seenAt > found.keptAt ? { ...found, keptAt: seenAt } : found
}
