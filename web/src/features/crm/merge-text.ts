/** A field that is filled in for each guest; `fallback` stands there where the guest has none. */
export type MergeField = { name: string; fallback: string }
export type Piece = { text: string } | MergeField

const written = /\{\{\s*([a-z][\w.]*)\s*(?:\|([^{}]*))?\}\}/gi

/** A line as it is kept ("Hi {{guest.first_name|there}}") in its parts. */
export function piecesOf(line: string): Piece[] {
  const made: Piece[] = []
  let end = 0
  for (const found of line.matchAll(written)) {
    if (found.index > end) made.push({ text: line.slice(end, found.index) })
    made.push({ name: found[1] ?? '', fallback: (found[2] ?? '').trim() })
    end = found.index + found[0].length
  }
  if (end < line.length) made.push({ text: line.slice(end) })
  return made
}

/** What may stand in a fallback: signs that would end it are left out. */
export const fallbackOf = (text: string) => text.replace(/[{}|]/g, '').trim()

export function writtenField({ name, fallback }: MergeField): string {
  const spare = fallbackOf(fallback)
  return spare ? `{{${name}|${spare}}}` : `{{${name}}}`
}

export const writtenLine = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : writtenField(piece))).join('')

/** A line with something in place of each field: an example, or what it is called. */
export const filledLine = (line: string, valueOf: (field: MergeField) => string): string =>
  piecesOf(line)
    .map((piece) => ('text' in piece ? piece.text : valueOf(piece)))
    .join('')
