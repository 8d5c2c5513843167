'use client'
import { Node } from '@tiptap/core'
import { useEditor, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Braces } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { FieldNotes, inputClass, labelClass } from '@/components/ui/field'
import { useNotes } from '@/components/ui/use-notes'
import { linesFromEditor, linesToEditor, type DocNode } from '../document'
import './editor.css'
import { EditorPage } from './field-suggestions'
import { InsertField } from './insert-field'
import { MergeFieldNode } from './merge-field'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  /** The language it is written in. */
  locale: string
  hint?: ReactNode
  error?: string
  isMultiline?: boolean
  after?: ReactNode
}

const plainKit = StarterKit.configure({
  document: false,
  ...{ blockquote: false, bold: false, bulletList: false, code: false, codeBlock: false, dropcursor: false },
  ...{ gapcursor: false, hardBreak: false, heading: false, horizontalRule: false, italic: false, link: false },
  ...{ listItem: false, listKeymap: false, orderedList: false, strike: false, underline: false, trailingNode: false },
})
const pageOf = (content: string) => Node.create({ name: 'doc', topNode: true, content })
const single = [pageOf('paragraph'), plainKit, MergeFieldNode]
const several = [pageOf('paragraph+'), plainKit, MergeFieldNode]

/** Plain words with fields among them: a subject, the name of a button, a text message. */
export function LineField({ label, value, onChange, locale, hint, error, isMultiline = false, after }: Props) {
  const t = useTranslations('templateEditor')
  const ids = useNotes(hint as string, error)
  const editor = useLine({ value, onChange, locale, isMultiline, labelId: ids.label, notes: ids.control })
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <span id={ids.label} className={labelClass} onClick={() => editor?.commands.focus()}>
          {label}
        </span>
        {after}
      </span>
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">{editor && <EditorPage editor={editor} />}</div>
        <InsertField
          editor={editor}
          button={
            <IconButton label={t('insertFieldInto', { name: label })} className="mt-0.5 shrink-0">
              <Braces aria-hidden className="size-4" />
            </IconButton>
          }
        />
      </div>
      <FieldNotes id={ids.notes} hint={hint} error={error} />
    </div>
  )
}

type LineProps = Pick<Props, 'value' | 'onChange' | 'locale'> & {
  isMultiline: boolean
  labelId: string
  notes: ReturnType<typeof useNotes>['control']
}

function useLine({ value, onChange, locale, isMultiline, labelId, notes }: LineProps): Editor | null {
  const held = useRef(value)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  const attributes = {
    role: 'textbox',
    'aria-labelledby': labelId,
    'aria-multiline': String(isMultiline),
    ...(notes['aria-describedby'] && { 'aria-describedby': notes['aria-describedby'] }),
    ...(notes['aria-invalid'] && { 'aria-invalid': 'true' }),
    lang: locale,
    dir: 'auto',
    class: cx(inputClass, 'py-2.5', isMultiline && 'min-h-28'),
  }
  const editor = useEditor({
    extensions: isMultiline ? several : single,
    content: linesToEditor(value),
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes,
      handleKeyDown: (_, event) => !isMultiline && event.key === 'Enter',
      transformPastedText: (text) => (isMultiline ? text : text.replace(/\s*\n\s*/g, ' ')),
    },
    onUpdate: ({ editor: one }) => {
      held.current = linesFromEditor(one.getJSON() as DocNode)
      tell.current(held.current)
    },
  })
  useEffect(() => {
    if (!editor || value === held.current) return
    held.current = value
    editor.commands.setContent(linesToEditor(value), { emitUpdate: false })
  }, [editor, value])
  return editor
}
