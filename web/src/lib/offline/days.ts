import { allKept, keep, kept, removeKept } from './database'

type Dated = { date: string }

/** A day as the server told it, to be opened without a connection until its time is up. */
type KeptDay<T extends Dated> = { person: number; manifest: T; keptAt: string; validUntil: string }

const VALID_MS = 48 * 3600_000

const keyOf = (person: number, date: string) => `${person}:${date}`

/** Keep a day for a person; what is out of date goes. */
export async function keepDay(person: number, manifest: Dated, now = Date.now()) {
  const day: KeptDay<Dated> = {
    person,
    manifest,
    keptAt: new Date(now).toISOString(),
    validUntil: new Date(now + VALID_MS).toISOString(),
  }
  await keep('days', keyOf(person, manifest.date), day)
  const all = await allKept<KeptDay<Dated>>('days')
  const over = all.filter((one) => Date.parse(one.validUntil) < now)
  await Promise.all(over.map((one) => removeKept('days', keyOf(one.person, one.manifest.date))))
}

/** A day that was kept for a person and may still be used; null otherwise. */
export async function keptDay<T extends Dated>(person: number, date: string, now = Date.now()): Promise<T | null> {
  const day = await kept<KeptDay<T>>('days', keyOf(person, date))
  return day && Date.parse(day.validUntil) >= now ? day.manifest : null
}
