'use client'
import { Node } from '@tiptap/core'
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react'
import { ChevronDown, ChevronUp, Settings2, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { PopoverButton } from '@/components/ui/popover-button'
import { late } from '@/lib/late'
import { blockKinds, type BlockKind, type BlockValues } from '../model'
import { BlockLook } from './block-look'
import { moveNodeAt } from './blocks'

// Its fields (a picture to upload, numbers, choices) come when a block is opened.
const BlockForm = late(() => import('./block-form').then((file) => file.BlockForm))

/** A block that is shown as a whole: a button, a picture, or what code fills in for each guest. */
export const DataBlockNode = Node.create({
  name: 'dataBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ kind: { default: 'spacer' }, values: { default: {} } }),
  parseHTML: () => [
    {
      tag: 'div[data-block]',
      getAttrs: ({ dataset }: HTMLElement) => ({
        kind: dataset.block,
        values: JSON.parse(dataset.values ?? '{}') as Record<string, unknown>,
      }),
    },
  ],
  renderHTML: ({ node }) => [
    'div',
    { 'data-block': node.attrs.kind as string, 'data-values': JSON.stringify(node.attrs.values) },
  ],
  addNodeView: () => ReactNodeViewRenderer(BlockView),
})

const changeable: readonly string[] = ['button', 'portalButton', 'paymentButton', 'picture', 'spacer']

/** What a block is called in words an owner knows. */
export function useBlockName() {
  const t = useTranslations('templateEditor')
  return (kind: string) => {
    const known = blockKinds.find((one) => one === kind)
    return known ? t(`block_${known}`) : kind
  }
}

function BlockView({ node, selected, updateAttributes, deleteNode, editor, getPos }: NodeViewProps) {
  const { kind, values } = node.attrs as { kind: BlockKind; values: BlockValues }
  const name = useBlockName()(kind)
  const move = (by: 1 | -1) => {
    const at = getPos()
    if (at !== undefined) moveNodeAt(editor, at, by)
  }
  return (
    <NodeViewWrapper
      data-drag-handle
      role="group"
      aria-label={name}
      className={cx(
        'group/block relative rounded-md border border-dashed border-line-strong px-4 pt-7 pb-3 select-none',
        selected ? 'outline-offset-1 outline-accent [.ProseMirror-focused_&]:outline-2' : 'hover:border-faint',
      )}
    >
      <span className="absolute start-4 top-1.5 text-xs font-medium text-faint">{name}</span>
      <BlockLook kind={kind} values={values} />
      <Tools
        name={name}
        isChangeable={changeable.includes(kind)}
        onMove={move}
        onRemove={deleteNode}
        form={(close) => (
          <BlockForm
            kind={kind}
            values={values}
            onChange={(next) => updateAttributes({ values: next })}
            onDone={close}
          />
        )}
      />
    </NodeViewWrapper>
  )
}

type ToolsProps = {
  name: string
  isChangeable: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  form: (close: () => void) => React.ReactNode
}

const toolClass = 'size-8 pointer-coarse:size-11'

function Tools({ name, isChangeable, onMove, onRemove, form }: ToolsProps) {
  const t = useTranslations('templateEditor')
  return (
    <span className="absolute end-1 top-1 flex rounded-md bg-surface/90 opacity-0 group-focus-within/block:opacity-100 group-hover/block:opacity-100 pointer-coarse:opacity-100">
      {isChangeable && (
        <PopoverButton
          label={name}
          button={
            <IconButton label={t('changeBlock', { name })} className={toolClass}>
              <Settings2 aria-hidden className="size-4" />
            </IconButton>
          }
        >
          {form}
        </PopoverButton>
      )}
      <IconButton label={t('moveUp', { name })} onPress={() => onMove(-1)} className={toolClass}>
        <ChevronUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('moveDown', { name })} onPress={() => onMove(1)} className={toolClass}>
        <ChevronDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('removeBlock', { name })} onPress={onRemove} className={toolClass}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </span>
  )
}
