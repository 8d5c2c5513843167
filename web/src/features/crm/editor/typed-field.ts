import type { EditorState } from '@tiptap/pm/state'

export type TypedField = { query: string; from: number; to: number }

/** The beginning of a field before the cursor ("{{gue"), and where it stands; null where none is being typed. */
export function typedField(state: EditorState): TypedField | null {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const found = /\{\{([^{}|\ufffc]{0,40})$/.exec(before)
  if (!found) return null
  return { query: (found[1] ?? '').trim(), from: $from.pos - found[0].length, to: $from.pos }
}
