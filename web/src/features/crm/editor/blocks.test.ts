import { Node, getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { blockIndex, movedBlock } from './blocks'
import { typedField } from './typed-field'

const Block = Node.create({
  name: 'dataBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ kind: { default: '' } }),
})
const schema = getSchema([StarterKit, Block])
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = schema.nodeFromJSON({
  type: 'doc',
  content: [paragraph('one'), { type: 'dataBlock', attrs: { kind: 'bill' } }, paragraph('three {{trip.da')],
})
const at = (position: number) => EditorState.create({ doc, selection: TextSelection.near(doc.resolve(position)) })
const kindsOf = (state: EditorState) =>
  state.doc.children.map((node) => (node.textContent || (node.attrs.kind as string)).slice(0, 5))

it('moves a block up and down, with the cursor in it', () => {
  const change = movedBlock(at(2), 0, 1)
  expect(change && kindsOf(at(2).apply(change))).toEqual(['bill', 'one', 'three'])
  expect(change && blockIndex(at(2).apply(change))).toBe(1)
  const back = movedBlock(at(8), 1, -1)
  expect(back && kindsOf(at(8).apply(back))).toEqual(['bill', 'one', 'three'])
})

it('leaves the first and the last where they are', () => {
  expect(movedBlock(at(2), 0, -1)).toBeNull()
  expect(movedBlock(at(9), 2, 1)).toBeNull()
})

it('sees a field that is being typed', () => {
  expect(typedField(at(doc.content.size - 1))).toEqual({ query: 'trip.da', from: 13, to: 22 })
  expect(typedField(at(2))).toBeNull()
})
