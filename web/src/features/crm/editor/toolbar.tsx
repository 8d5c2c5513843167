'use client'
import { useEditorState, type Editor } from '@tiptap/react'
import {
  Bold,
  Braces,
  ChevronDown,
  ChevronUp,
  Italic,
  List,
  ListOrdered,
  Redo2,
  Trash2,
  Underline,
  Undo2,
} from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { BlockMenu } from './block-menu'
import { blockIndex, moveBlock, removeBlock } from './blocks'
import { ImproveTool } from './improve-tool'
import { InsertField } from './insert-field'
import { LinkTool } from './link-tool'
import { StyleMenu } from './style-menu'

type Props = { editor: Editor; blocks: readonly string[] }

const stateOf = ({ editor }: { editor: Editor }) => ({
  isBold: editor.isActive('bold'),
  isItalic: editor.isActive('italic'),
  isUnderline: editor.isActive('underline'),
  isBullet: editor.isActive('bulletList'),
  isOrdered: editor.isActive('orderedList'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
  isFirst: blockIndex(editor.state) === 0,
  isLast: blockIndex(editor.state) === editor.state.doc.childCount - 1,
})

/** What can be done in a mail: fields and blocks first and where blocks stand, below that how words look. */
export function Toolbar({ editor, blocks }: Props) {
  const t = useTranslations('templateEditor')
  const state = useEditorState({ editor, selector: stateOf })
  const bar = useRef<HTMLDivElement>(null)
  const on = () => editor.chain().focus()
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('toolbar')}
      onKeyDown={(event) => walk(event, bar.current)}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-1 gap-y-1 rounded-t-md border-b bg-surface px-2 py-1.5"
    >
      <InsertField
        editor={editor}
        button={
          <Button size="sm" look="quiet">
            <Braces aria-hidden className="size-4" />
            {t('insertField')}
          </Button>
        }
      />
      <BlockMenu editor={editor} blocks={blocks} />
      <Line />
      <BlockTools editor={editor} isFirst={state.isFirst} isLast={state.isLast} />
      <Line />
      <Tool label={t('undo')} isDisabled={!state.canUndo} onPress={() => on().undo().run()}>
        <Undo2 aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('redo')} isDisabled={!state.canRedo} onPress={() => on().redo().run()}>
        <Redo2 aria-hidden className="size-4" />
      </Tool>
      <div className="flex basis-full flex-wrap items-center gap-x-1">
        <WordTools editor={editor} state={state} />
        <ImproveTool editor={editor} />
      </div>
    </div>
  )
}

const Line = () => <span aria-hidden className="mx-0.5 hidden h-5 border-s sm:block" />

type ToolProps = { label: string; isOn?: boolean; isDisabled?: boolean; onPress: () => void; children: ReactNode }

export function Tool({ label, isOn, isDisabled, onPress, children }: ToolProps) {
  return (
    <IconButton
      label={label}
      title={label}
      aria-pressed={isOn}
      isDisabled={isDisabled}
      onPress={onPress}
      className={cx('size-9', isOn && 'bg-accent-wash text-accent')}
    >
      {children}
    </IconButton>
  )
}

function WordTools({ editor, state }: { editor: Editor; state: ReturnType<typeof stateOf> }) {
  const t = useTranslations('templateEditor')
  const on = () => editor.chain().focus()
  return (
    <>
      <StyleMenu editor={editor} />
      <Tool label={t('bold')} isOn={state.isBold} onPress={() => on().toggleBold().run()}>
        <Bold aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('italic')} isOn={state.isItalic} onPress={() => on().toggleItalic().run()}>
        <Italic aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('underline')} isOn={state.isUnderline} onPress={() => on().toggleUnderline().run()}>
        <Underline aria-hidden className="size-4" />
      </Tool>
      <LinkTool editor={editor} />
      <Tool label={t('bulletList')} isOn={state.isBullet} onPress={() => on().toggleBulletList().run()}>
        <List aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('orderedList')} isOn={state.isOrdered} onPress={() => on().toggleOrderedList().run()}>
        <ListOrdered aria-hidden className="size-4" />
      </Tool>
    </>
  )
}

function BlockTools({ editor, isFirst, isLast }: { editor: Editor; isFirst: boolean; isLast: boolean }) {
  const t = useTranslations('templateEditor')
  return (
    <>
      <Tool label={t('blockUp')} isDisabled={isFirst} onPress={() => moveBlock(editor, -1)}>
        <ChevronUp aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('blockDown')} isDisabled={isLast} onPress={() => moveBlock(editor, 1)}>
        <ChevronDown aria-hidden className="size-4" />
      </Tool>
      <Tool label={t('blockRemove')} onPress={() => removeBlock(editor)}>
        <Trash2 aria-hidden className="size-4" />
      </Tool>
    </>
  )
}

/** Left and right arrows go from tool to tool. */
function walk(event: KeyboardEvent, bar: HTMLElement | null) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const tools = [...(bar?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  const place = tools.indexOf(event.target as HTMLElement)
  if (!by || place < 0) return
  event.preventDefault()
  tools[(place + by + tools.length) % tools.length]?.focus()
}
