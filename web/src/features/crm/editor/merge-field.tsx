'use client'
import { InputRule, mergeAttributes, Node, PasteRule } from '@tiptap/core'
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { TextField } from '@/components/ui/field'
import { PopoverButton } from '@/components/ui/popover-button'
import { Press } from '@/components/ui/press'
import { fallbackOf, writtenField, type MergeField } from '../merge-text'
import { useFields } from './fields'

const typed = /\{\{\s*([a-z][\w.]*)\s*(?:\|([^{}]*))?\}\}/i

/** A field among the words: shown by its name, filled in for each guest. */
export const MergeFieldNode = Node.create({
  name: 'mergeField',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: '' }, fallback: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-field]',
      getAttrs: ({ dataset }: HTMLElement) => ({ name: dataset.field, fallback: dataset.fallback ?? '' }),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-field': node.attrs.name, 'data-fallback': node.attrs.fallback }),
    writtenField(node.attrs as MergeField),
  ],
  renderText: ({ node }) => writtenField(node.attrs as MergeField),
  addNodeView: () => ReactNodeViewRenderer(Chip, { as: 'span' }),
  addInputRules() {
    const { type } = this
    return [
      new InputRule({
        find: new RegExp(`${typed.source}$`, 'i'),
        handler: ({ state, range, match }) => {
          const field = type.create({ name: match[1], fallback: fallbackOf(match[2] ?? '') })
          state.tr.replaceWith(range.from, range.to, field)
        },
      }),
    ]
  },
  addPasteRules() {
    const { type } = this
    return [
      new PasteRule({
        find: new RegExp(typed.source, 'gi'),
        handler: ({ state, range, match }) => {
          const field = type.create({ name: match[1], fallback: fallbackOf(match[2] ?? '') })
          state.tr.replaceWith(range.from, range.to, field)
        },
      }),
    ]
  },
})

const chipClass =
  'mx-px inline rounded-full px-2 py-0.5 align-baseline text-[0.875em] font-medium whitespace-nowrap ' +
  'bg-accent-wash text-accent ring-1 ring-transparent hover:ring-accent '

function Chip({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const t = useTranslations('templateEditor')
  const fields = useFields()
  const { name, fallback } = node.attrs as MergeField
  const known = fields.find((one) => one.name === name)
  const label = known?.label ?? name
  return (
    <NodeViewWrapper as="span" className="inline">
      <PopoverButton
        label={t('fieldOf', { name: label })}
        button={
          <Press className={cx(chipClass, selected && 'ring-accent', !known && 'bg-bad-wash text-bad')}>
            <bdi>{label}</bdi>
            {fallback && <span className="font-normal"> · {fallback}</span>}
          </Press>
        }
      >
        {(close) => (
          <ChipForm
            field={{ name, fallback }}
            label={label}
            isKnown={!!known}
            onChange={(text) => updateAttributes({ fallback: fallbackOf(text) })}
            onRemove={() => {
              close()
              deleteNode()
            }}
            onDone={close}
          />
        )}
      </PopoverButton>
    </NodeViewWrapper>
  )
}

type FormProps = {
  field: MergeField
  label: string
  isKnown: boolean
  onChange: (fallback: string) => void
  onRemove: () => void
  onDone: () => void
}

/** What stands there for whom the field has nothing, and a way to take it out. */
function ChipForm({ field, label, isKnown, onChange, onRemove, onDone }: FormProps) {
  const t = useTranslations('templateEditor')
  const [text, setText] = useState(field.fallback)
  const done = () => {
    onChange(text)
    onDone()
  }
  return (
    <form
      className="w-72 space-y-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        done()
      }}
    >
      <p className="font-medium">
        <bdi>{label}</bdi>
      </p>
      {isKnown && (
        <TextField
          label={t('fallback')}
          hint={t('fallbackHint')}
          value={text}
          onChange={setText}
          maxLength={80}
          autoFocus
        />
      )}
      {!isKnown && <p className="text-sm text-bad">{t('fieldUnknown')}</p>}
      <ChipDeeds isKnown={isKnown} onRemove={onRemove} />
    </form>
  )
}

function ChipDeeds({ isKnown, onRemove }: Pick<FormProps, 'isKnown' | 'onRemove'>) {
  const t = useTranslations('templateEditor')
  return (
    <div className="flex items-center justify-between gap-3">
      <Button size="sm" look="danger" onPress={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        {t('removeField')}
      </Button>
      {isKnown && (
        <Button size="sm" look="primary" type="submit">
          {t('done')}
        </Button>
      )}
    </div>
  )
}
