import { fallbackOf, piecesOf, writtenLine, type Piece } from './merge-text'

export type Mark = { type: string; attrs?: Record<string, unknown> }
export type DocNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: DocNode[]
  marks?: Mark[]
  text?: string
}

/** What the editor writes itself; anything else is a block that is shown as a whole. */
const own = [
  'doc',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'horizontalRule',
  'blockquote',
  'text',
  'hardBreak',
  'mergeField',
]
const marks = ['bold', 'italic', 'underline', 'link']

export const emptyDocument = (): DocNode => ({ type: 'doc', content: [] })

/** A document as the editor holds it: blocks that it does not write are atoms of one kind. */
export function toEditor(document: DocNode | null | undefined): DocNode {
  const content = (document?.content ?? []).map(editorNode)
  return { type: 'doc', content: content.length ? content : [{ type: 'paragraph' }] }
}

function editorNode(node: DocNode): DocNode {
  if (!own.includes(node.type)) {
    return { type: 'dataBlock', attrs: { kind: node.type, values: node.attrs ?? {} } }
  }
  return { ...node, ...(node.content && { content: node.content.map(editorNode) }) }
}

/** What is kept of what the editor holds: no attributes but those the document knows, no empty end. */
export function toDocument(held: DocNode): DocNode {
  const content = (held.content ?? []).map(documentNode)
  while (isEmptyParagraph(content.at(-1))) content.pop()
  return { type: 'doc', content }
}

const isEmptyParagraph = (node: DocNode | undefined) => node?.type === 'paragraph' && !node.content?.length

function documentNode(node: DocNode): DocNode {
  if (node.type === 'dataBlock') {
    const { kind, values } = node.attrs as { kind: string; values: Record<string, unknown> }
    return Object.keys(values ?? {}).length ? { type: kind, attrs: values } : { type: kind }
  }
  const kept: DocNode = { type: node.type }
  const attrs = keptAttributes(node)
  if (attrs) kept.attrs = attrs
  if (node.text !== undefined) kept.text = node.text
  if (node.content?.length) kept.content = node.content.map(documentNode)
  const ownMarks = (node.marks ?? []).filter(({ type }) => marks.includes(type)).map(keptMark)
  if (ownMarks.length) kept.marks = ownMarks
  return kept
}

function keptAttributes({ type, attrs }: DocNode): Record<string, unknown> | null {
  if (type === 'heading') return { level: attrs?.level ?? 2 }
  if (type === 'mergeField') return { name: attrs?.name ?? '', fallback: fallbackOf(String(attrs?.fallback ?? '')) }
  return null
}

const keptMark = ({ type, attrs }: Mark): Mark =>
  type === 'link' ? { type, attrs: { href: attrs?.href ?? '' } } : { type }

/** A text of one or more lines with fields in it, as the editor holds it. */
export const linesToEditor = (text: string): DocNode => ({
  type: 'doc',
  content: text.split('\n').map((line) => {
    const content = piecesOf(line).map(pieceNode)
    return content.length ? { type: 'paragraph', content } : { type: 'paragraph' }
  }),
})

const pieceNode = (piece: Piece): DocNode =>
  'text' in piece ? { type: 'text', text: piece.text } : { type: 'mergeField', attrs: piece }

/** The text that the editor's lines make. */
export const linesFromEditor = (held: DocNode): string =>
  (held.content ?? [])
    .map((line) =>
      writtenLine(
        (line.content ?? []).map((node) =>
          node.type === 'mergeField'
            ? { name: String(node.attrs?.name ?? ''), fallback: String(node.attrs?.fallback ?? '') }
            : { text: node.text ?? '' },
        ),
      ),
    )
    .join('\n')

/** Whether nothing is written in it. */
export const isBlank = (document: DocNode | null | undefined): boolean =>
  !(document?.content ?? []).some((node) => !isEmptyParagraph(node))

/** What a mail would show now: a picture that was not chosen yet is none. */
export const withoutEmptyPictures = (document: DocNode): DocNode => ({
  ...document,
  content: (document.content ?? []).filter(({ type, attrs }) => type !== 'picture' || Boolean(attrs?.src)),
})

/** A document with other words in its blocks is another one; the same ones are equal however they are held. */
export const isSame = (one: DocNode, other: DocNode): boolean =>
  JSON.stringify(toDocument(one)) === JSON.stringify(toDocument(other))
