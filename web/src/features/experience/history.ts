import { isTold } from '@/features/audit/model'

/** One value that changed: the way to it ("prices", "9", "mode"), and what it was and is. */
export type Leaf = { path: string[]; before: unknown; after: unknown }

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The single values in which two states of a field differ, however deep they lie. */
export function leavesOf(path: string[], before: unknown, after: unknown): Leaf[] {
  if (!isMap(before) && !isMap(after)) return isTold({ before, after }) ? [{ path, before, after }] : []
  const [old, now] = [isMap(before) ? before : {}, isMap(after) ? after : {}]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return keys.flatMap((key) => leavesOf([...path, key], old[key], now[key]))
}

/** A list as people read it; everything else as it is. */
export const plain = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value.join(', ') : value
