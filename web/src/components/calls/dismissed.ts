/**
 * Which calls somebody put away on this machine: the newest few, so that a page that is loaded again does not
 * show them once more. A till has several readers: each puts away their own.
 */
const most = 30
const place = (me: number) => `outfitter:dismissed-calls:${me}`

export function readDismissed(me: number): ReadonlySet<number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(me)) ?? '[]')
    return new Set(Array.isArray(found) ? found.filter((one) => typeof one === 'number') : [])
  } catch {
    // A browser that keeps nothing shows it again.
    return new Set()
  }
}

/** Keep that a call was put away; returns all of them. */
export function keepDismissed(me: number, call: number): ReadonlySet<number> {
  const ids = [...readDismissed(me)].filter((one) => one !== call).slice(1 - most)
  try {
    localStorage.setItem(place(me), JSON.stringify([...ids, call]))
  } catch {
    // It is away until the page is loaded again.
  }
  return new Set([...ids, call])
}
