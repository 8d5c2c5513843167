import { TextSelection, type EditorState } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { piecesOf, writtenField, type MergeField } from '../merge-text'

/** A paragraph or heading as plain words, with its fields written out, and where it stands. */
export type Paragraph = { text: string; from: number; to: number; hasMarks: boolean }

/** The paragraph that is written in; null where there is none, or nothing in it. */
export function paragraphAt({ selection }: EditorState): Paragraph | null {
  const { $from } = selection
  const { parent } = $from
  if (!parent.isTextblock) return null
  let text = ''
  let hasMarks = false
  parent.forEach((node) => {
    if (node.type.name === 'mergeField') text += writtenField(node.attrs as MergeField)
    else if (node.type.name === 'hardBreak') text += '\n'
    else text += node.text ?? ''
    hasMarks ||= node.marks.length > 0
  })
  if (!text.trim()) return null
  return { text, from: $from.start(), to: $from.end(), hasMarks }
}

/** Puts other words in its place, as one step that can be undone; false when it has changed meanwhile. */
export function replaceParagraph(editor: Editor, was: Paragraph, text: string): boolean {
  const at = Math.min(was.from, editor.state.doc.content.size)
  const now = paragraphAt(editor.state.apply(editor.state.tr.setSelection(selectionAt(editor.state, at))))
  if (now?.text !== was.text || now.from !== was.from) return false
  const content = text.split('\n').flatMap((line, place) => [
    ...(place > 0 ? [{ type: 'hardBreak' }] : []),
    ...piecesOf(line)
      .filter((piece) => !('text' in piece) || piece.text !== '')
      .map((piece) => ('text' in piece ? { type: 'text', text: piece.text } : { type: 'mergeField', attrs: piece })),
  ])
  return editor.chain().focus().insertContentAt({ from: was.from, to: was.to }, content).run()
}

const selectionAt = (state: EditorState, at: number) => TextSelection.near(state.doc.resolve(at))
