/** A list with some of its members taken out and put back before or after another, in the list's order. */
export function moved<T>(list: readonly T[], members: readonly T[], target: T, isAfter: boolean): T[] {
  const taken = new Set(members)
  if (taken.has(target)) return [...list]
  const rest = list.filter((one) => !taken.has(one))
  const at = rest.indexOf(target) + (isAfter ? 1 : 0)
  return [...rest.slice(0, at), ...list.filter((one) => taken.has(one)), ...rest.slice(at)]
}

/** Which single row stands elsewhere in the second order: from where, to where. */
export function moveOf<K>(before: readonly K[], after: readonly K[]): [from: number, to: number] | null {
  const first = before.findIndex((key, place) => after[place] !== key)
  if (first < 0) return null
  const wentDown = after[first] === before[first + 1]
  const key = (wentDown ? before[first] : after[first]) as K
  return [before.indexOf(key), after.indexOf(key)]
}
