/** A value of the log in one line: nothing is a dash, a long one is cut. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The name of a field as people read it: "first_name" is "first name". */
export const fieldInWords = (field: string) => field.replace(/_(at|cnt|id|ppm)$/, '').replaceAll('_', ' ')
