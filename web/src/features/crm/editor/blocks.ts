import type { JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/** Which block of the mail the cursor is in, counted from the first. */
export const blockIndex = (state: EditorState): number =>
  Math.min(state.selection.$from.index(0), Math.max(0, state.doc.childCount - 1))

const startOf = (state: EditorState, index: number): number => {
  let at = 0
  for (let before = 0; before < index; before++) at += state.doc.child(before).nodeSize
  return at
}

/** The change that puts a block before or after its neighbour, and the cursor with it; null at the ends. */
export function movedBlock(state: EditorState, index: number, by: 1 | -1): Transaction | null {
  const other = index + by
  if (other < 0 || other >= state.doc.childCount || index >= state.doc.childCount) return null
  const block = state.doc.child(index)
  const start = startOf(state, index)
  const inside = Math.min(Math.max(0, state.selection.from - start), block.nodeSize - 1)
  const at = by < 0 ? startOf(state, other) : start + state.doc.child(other).nodeSize
  const change = state.tr.delete(start, start + block.nodeSize).insert(at, block)
  const selection = block.isAtom
    ? NodeSelection.create(change.doc, at)
    : TextSelection.near(change.doc.resolve(Math.max(at + 1, at + inside)))
  return change.setSelection(selection).scrollIntoView()
}

export function moveBlock(editor: Editor, by: 1 | -1): boolean {
  const change = movedBlock(editor.state, blockIndex(editor.state), by)
  if (change) editor.view.dispatch(change)
  return change !== null
}

/** Moves the block that begins at a position of the mail. */
export function moveNodeAt(editor: Editor, position: number, by: 1 | -1) {
  const change = movedBlock(editor.state, editor.state.doc.resolve(position).index(0), by)
  if (change) editor.view.dispatch(change)
}

export function removeBlock(editor: Editor) {
  const index = blockIndex(editor.state)
  const start = startOf(editor.state, index)
  editor
    .chain()
    .focus()
    .deleteRange({ from: start, to: start + editor.state.doc.child(index).nodeSize })
    .run()
}

/** Puts a block below the one the cursor is in, or in its place while that is empty. */
export function addBlock(editor: Editor, block: JSONContent) {
  const { state } = editor
  const index = blockIndex(state)
  const current = state.doc.child(index)
  const start = startOf(state, index)
  const end = start + current.nodeSize
  const isEmpty = current.type.name === 'paragraph' && current.content.size === 0
  const place = isEmpty ? { from: start, to: end } : end
  editor.chain().focus().insertContentAt(place, block, { updateSelection: true }).scrollIntoView().run()
}
