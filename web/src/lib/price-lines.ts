type Line = { id: number; label: string; qty: number; unit_amount: number; amount: number }

/** Lines that say the same at the same price as one: "Adult" and "Adult" are "Adult × 2". */
export function groupLines<T extends Line>(lines: readonly T[]): T[] {
  const groups = new Map<string, T>()
  for (const line of lines) {
    const key = `${line.label}\n${line.unit_amount}`
    const known = groups.get(key)
    groups.set(key, known ? { ...known, qty: known.qty + line.qty, amount: known.amount + line.amount } : line)
  }
  return [...groups.values()]
}
