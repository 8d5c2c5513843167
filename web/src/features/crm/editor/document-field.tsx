'use client'
import { useEditor, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { labelClass } from '@/components/ui/field'
import { isSame, toDocument, toEditor, type DocNode } from '../document'
import { DataBlockNode } from './data-block'
import { blockIndex, movedBlock } from './blocks'
import './editor.css'
import { EditorPage } from './field-suggestions'
import { MergeFieldNode } from './merge-field'
import { Toolbar } from './toolbar'

type Props = {
  label: string
  value: DocNode
  onChange: (document: DocNode) => void
  /** The language it is written in. */
  locale: string
  /** Blocks that say something in this kind of template. */
  blocks: readonly string[]
}

const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
    dropcursor: { color: 'var(--color-accent)', width: 2 },
  }),
  MergeFieldNode,
  DataBlockNode,
]

/** The mail itself: words, fields and blocks, with what can be done to them above. */
export function DocumentField({ label, value, onChange, locale, blocks }: Props) {
  const id = useId()
  const editor = usePage({ value, onChange, locale, labelId: id })
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className={labelClass} onClick={() => editor?.commands.focus()}>
        {label}
      </span>
      <div className="rounded-md border border-line-strong bg-surface focus-within:border-accent">
        {editor && (
          <>
            <Toolbar editor={editor} blocks={blocks} />
            <EditorPage editor={editor} />
          </>
        )}
      </div>
    </div>
  )
}

type PageProps = Pick<Props, 'value' | 'onChange' | 'locale'> & { labelId: string }

function usePage({ value, onChange, locale, labelId }: PageProps): Editor | null {
  const held = useRef(value)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  const editor = useEditor({
    extensions,
    content: toEditor(value),
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-labelledby': labelId,
        'aria-multiline': 'true',
        lang: locale,
        dir: 'auto',
        class: 'letter-page min-h-80 px-4 py-4 outline-none sm:px-5',
      },
      handleKeyDown: (view, event) => {
        const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
        const change = by && event.altKey && !event.shiftKey ? movedBlock(view.state, blockIndex(view.state), by) : null
        if (change) view.dispatch(change)
        return change !== null
      },
    },
    onUpdate: ({ editor: one }) => {
      held.current = toDocument(one.getJSON() as DocNode)
      tell.current(held.current)
    },
  })
  useEffect(() => {
    if (!editor || value === held.current) return
    const isOther = !isSame(value, held.current)
    held.current = value
    if (isOther) editor.commands.setContent(toEditor(value), { emitUpdate: false })
  }, [editor, value])
  return editor
}
