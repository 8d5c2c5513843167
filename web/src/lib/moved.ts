/** A list with some of its members taken out and put back before or after another, in the list's order. */
export function moved<T>(list: readonly T[], members: readonly T[], target: T, isAfter: boolean): T[] {
  const taken = new Set(members)
  if (taken.has(target)) return [...list]
  const rest = list.filter((one) => !taken.has(one))
  const at = rest.indexOf(target) + (isAfter ? 1 : 0)
  return [...rest.slice(0, at), ...list.filter((one) => taken.has(one)), ...rest.slice(at)]
}
