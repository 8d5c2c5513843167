/** Formatters cost far more to make than to use: each is made once. */
const made = new Map<string, unknown>()

export function kept<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}
