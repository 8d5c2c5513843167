import { allKept, keep, kept, removeKept } from './database'

/** A day of the manifest as far as it matters for keeping it. */
type Dated = { date: string; valid_until: string }

/** A day as the server told it, to be opened without a connection until its time is up. */
type KeptDay<T extends Dated> = { person: number; day: T; keptAt: string }

const keyOf = (person: number, date: string) => `${person}:${date}`

const tidied = new WeakSet<Dated>()

/** Keep a day for a person; what is out of date goes, when it is another day than was kept before. */
export async function keepDay(person: number, day: Dated, now = Date.now()) {
  const made: KeptDay<Dated> = { person, day, keptAt: new Date(now).toISOString() }
  await keep('days', keyOf(person, day.date), made)
  if (tidied.has(day)) return
  tidied.add(day)
  const all = await allKept<KeptDay<Dated>>('days')
  const over = all.filter((one) => Date.parse(one.day.valid_until) < now)
  await Promise.all(over.map((one) => removeKept('days', keyOf(one.person, one.day.date))))
}

/** A day that was kept for a person and may still be used; null otherwise. */
export async function keptDay<T extends Dated>(person: number, date: string, now = Date.now()) {
  const found = await kept<KeptDay<T>>('days', keyOf(person, date))
  return found && Date.parse(found.day.valid_until) >= now ? found : null
}
