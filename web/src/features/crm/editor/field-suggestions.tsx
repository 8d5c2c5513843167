'use client'
import { EditorContent, useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { popoverClass } from '@/components/ui/popover'
import { fieldsFor, type MergeFieldInfo } from '../model'
import { useFields } from './fields'
import { typedField, type TypedField } from './typed-field'

const most = 6

/** An editor's page, and below "{{" the fields that begin with what is typed behind it. */
export function EditorPage({ editor, className }: { editor: Editor; className?: string }) {
  const id = useId()
  const { found, place, at, choose, move, dismiss } = useSuggestions(editor)
  const isOpen = found.length > 0
  useEffect(() => {
    const page = editor.view.dom
    page.setAttribute('aria-autocomplete', 'list')
    if (isOpen) page.setAttribute('aria-activedescendant', `${id}-${place}`)
    else page.removeAttribute('aria-activedescendant')
  }, [editor, id, isOpen, place])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!isOpen) return
    const deed = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => choose(found[place]),
      Tab: () => choose(found[place]),
      Escape: dismiss,
    }[event.key]
    if (!deed) return
    event.preventDefault()
    event.nativeEvent.stopImmediatePropagation()
    event.stopPropagation()
    deed()
  }
  return (
    <div className="relative" onKeyDownCapture={onKeyDownCapture}>
      <EditorContent editor={editor} className={className} />
      {at && isOpen && <Suggestions {...{ id, editor, at, found, place, onChoose: choose }} />}
    </div>
  )
}

function useSuggestions(editor: Editor) {
  const fields = useFields()
  const at = useEditorState({ editor, selector: ({ editor: one }) => (one.isFocused ? typedField(one.state) : null) })
  const [gone, setGone] = useState<number | null>(null)
  const [wanted, setWanted] = useState(0)
  const found = at && gone !== at.from ? fieldsFor(fields, at.query).slice(0, most) : []
  const place = Math.min(wanted, Math.max(0, found.length - 1))
  const choose = (field: MergeFieldInfo | undefined) => {
    if (!at || !field) return
    const node = { type: 'mergeField', attrs: { name: field.name, fallback: '' } }
    editor.chain().focus().insertContentAt({ from: at.from, to: at.to }, node).run()
    setWanted(0)
  }
  return {
    at,
    found,
    place,
    choose,
    move: (by: number) => setWanted((place + by + found.length) % found.length),
    dismiss: () => at && setGone(at.from),
  }
}

type ListProps = {
  id: string
  editor: Editor
  at: TypedField
  found: MergeFieldInfo[]
  place: number
  onChoose: (field: MergeFieldInfo) => void
}

function Suggestions({ id, editor, at, found, place, onChoose }: ListProps) {
  const t = useTranslations('templateEditor')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const around = list.current?.parentElement?.getBoundingClientRect()
    if (!around || !list.current) return
    const { left, bottom } = editor.view.coordsAtPos(at.from)
    list.current.style.left = `${Math.max(0, Math.min(left - around.left, around.width - 288))}px`
    list.current.style.top = `${bottom - around.top + 6}px`
  }, [editor, at.from])
  return (
    <div ref={list} role="listbox" aria-label={t('fields')} className={cx(popoverClass, 'absolute z-30 w-72 p-1')}>
      {found.map((field, index) => (
        <div
          key={field.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === place}
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(field)
          }}
          className={cx(
            'flex min-h-10 cursor-default items-center justify-between gap-3 rounded-md px-3 text-sm pointer-coarse:min-h-11',
            index === place && 'bg-sunken',
          )}
        >
          <bdi>{field.label}</bdi>
          {field.sample && <bdi className="max-w-32 truncate text-faint">{field.sample}</bdi>}
        </div>
      ))}
    </div>
  )
}
