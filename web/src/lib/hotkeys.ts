/** A key that does something: "t", "ArrowLeft", "?", "g m" (one after the other) or "mod+k" (Ctrl or Command). */
export type Hotkey = { keys: string; label: string; group?: 'screen' | 'go' | 'general'; action: () => void }

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The name of a pressed key, or null when it belongs to the browser or the system.
 *
 * Where the layout writes another script (Russian, Korean, Japanese kana), the place of the key
 * counts, so that "g m" is the same two keys everywhere.
 */
export function keyName(event: Pressed): string | null {
  const isForeign = event.key.length === 1 && event.key.charCodeAt(0) > 127
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const key = isForeign ? (letter ?? event.key) : event.key
  if (event.altKey) return null
  if (event.ctrlKey !== event.metaKey) return event.shiftKey ? null : `mod+${key.toLowerCase()}`
  if (event.ctrlKey) return null
  const isLetter = /^[a-z]$/i.test(key)
  if (isLetter) return event.shiftKey ? null : key.toLowerCase()
  // Signs may need Shift, and which ones depends on the layout: what was written is what counts.
  return key.length > 1 && event.shiftKey ? null : key
}

const sequenceTime = 1500

/** Follows what is typed and says which of the bound keys is meant, if any. */
export function makeMatcher() {
  let first = ''
  let firstAt = 0
  return (key: string, bound: (keys: string) => boolean, now: number): string | null => {
    const both = `${first} ${key}`
    const isSecond = first !== '' && now - firstAt < sequenceTime
    first = ''
    if (isSecond && bound(both)) return both
    if (key === 'g') {
      first = key
      firstAt = now
      return null
    }
    return !isSecond && bound(key) ? key : null
  }
}

const mounted = new Map<symbol, readonly Hotkey[]>()
const listeners = new Set<() => void>()
let listed: readonly Hotkey[] = []

const isOfScreen = (one: Hotkey) => (one.group ?? 'screen') === 'screen'

/** All keys that work now; where two claim the same one, the screen has it before the shell around it. */
function list(): readonly Hotkey[] {
  const all = [...mounted.values()].flat()
  const ordered = [...all.filter((one) => !isOfScreen(one)), ...all.filter(isOfScreen)]
  return [...new Map(ordered.map((one) => [one.keys, one])).values()]
}

export function bind(id: symbol, keys: readonly Hotkey[]) {
  const before = mounted.get(id)
  mounted.set(id, keys)
  const isSame =
    before?.length === keys.length &&
    keys.every((one, i) => one.keys === before[i]?.keys && one.label === before[i].label)
  if (!isSame) publish()
}

export function release(id: symbol) {
  mounted.delete(id)
  publish()
}

function publish() {
  listed = list()
  listeners.forEach((tell) => tell())
}

export const registry = {
  subscribe: (tell: () => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
  list: () => listed,
  find: (keys: string) => list().find((one) => one.keys === keys),
}
