/** A value of the log in one line: nothing is a dash, a long one is cut. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The name of a field as people read it: "first_name" is "first name". */
export const fieldInWords = (field: string) => field.replace(/_(at|cnt|id|ppm)$/, '').replaceAll('_', ' ')

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether a change is worth a word: not what was nothing and still is, such as the empty fields of a new row. */
export function isTold({ before, after }: { before?: unknown; after?: unknown }): boolean {
  if (before === null || before === undefined) return !isNothing(after)
  return inWords(before) !== inWords(after)
}
