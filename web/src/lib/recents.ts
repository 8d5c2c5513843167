import type { AppInit } from '@/api/models'

/** Something that was opened or found: enough to show it in a list and to go there again. */
export type Recent = { type: string; id: string; title: string; subtitle?: string; url: string; at: number }

const prefix = 'outfitter:recent:'
const most = 12
const longest = 14 * 24 * 3600_000

type Person = Pick<AppInit, 'account' | 'userAvatar'>
const placeOf = ({ account, userAvatar }: Person) => `${prefix}${account.id}:${userAvatar.id}`

/** The newest first, without what is older than two weeks. */
export function listRecents(person: Person, now = Date.now()): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(person)) ?? '[]') as Recent[]
    return kept.filter((one) => now - one.at < longest)
  } catch {
    return []
  }
}

/** Put one in front; what is in the list already moves up with its newest words. */
export function withRecent(list: readonly Recent[], one: Recent): Recent[] {
  return [one, ...list.filter((other) => other.type !== one.type || other.id !== one.id)].slice(0, most)
}

export function remember(person: Person, one: Omit<Recent, 'at'>, now = Date.now()) {
  try {
    localStorage.setItem(placeOf(person), JSON.stringify(withRecent(listRecents(person, now), { ...one, at: now })))
  } catch {
    return // a browser that keeps nothing has no recent things
  }
}

/** Names of guests do not stay behind on a machine that somebody else uses next. */
export function forgetRecents() {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => localStorage.removeItem(key))
  } catch {
    return
  }
}
