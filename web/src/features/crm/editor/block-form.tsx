'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { NumberField } from '@/components/ui/number-field'
import { Select } from '@/components/ui/select'
import type { BlockKind, BlockValues } from '../model'
import { useFields } from './fields'
import { PictureFields, type FieldProps } from './picture-fields'

type Props = { kind: BlockKind; values: BlockValues; onChange: (values: BlockValues) => void; onDone: () => void }

/** What can be said of a block: the words of a button and where it leads, a picture and what it shows. */
export function BlockForm({ kind, values, onChange, onDone }: Props) {
  const t = useTranslations('templateEditor')
  const [draft, setDraft] = useState(values)
  const [isAsked, ask] = useState(false)
  const set = (change: BlockValues) => setDraft((before) => ({ ...before, ...change }))
  return (
    <form
      className="w-80 max-w-[90vw] space-y-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (kind === 'picture' && !draft.alt && !isAsked) return ask(true)
        onChange(keptOf(kind, draft))
        onDone()
      }}
    >
      {kind === 'picture' && <PictureFields draft={draft} set={set} isAsked={isAsked} />}
      {kind === 'spacer' && <SpacerFields draft={draft} set={set} />}
      {kind !== 'picture' && kind !== 'spacer' && <ButtonFields {...{ kind, draft, set }} />}
      <div className="flex justify-end">
        <Button size="sm" look="primary" type="submit">
          {t('done')}
        </Button>
      </div>
    </form>
  )
}

function SpacerFields({ draft, set }: FieldProps) {
  const t = useTranslations('templateEditor')
  return (
    <NumberField
      label={t('height')}
      value={Number(draft.height ?? 16)}
      onChange={(height) => set({ height: height ?? 16 })}
      minValue={4}
      maxValue={120}
    />
  )
}

function ButtonFields({ kind, draft, set }: FieldProps & { kind: BlockKind }) {
  const t = useTranslations('templateEditor')
  return (
    <>
      <TextField
        label={t('buttonLabel')}
        hint={kind === 'button' ? undefined : t('buttonLabelHint')}
        value={String(draft.label ?? '')}
        onChange={(label) => set({ label })}
        maxLength={200}
        isRequired={kind === 'button'}
        autoFocus
      />
      {kind === 'button' && <Target draft={draft} set={set} />}
    </>
  )
}

const elsewhere = 'url'

/** Where a button leads: a page of the guest's own, or an address. */
function Target({ draft, set }: FieldProps) {
  const t = useTranslations('templateEditor')
  const pages = useFields().filter((field) => field.kind === 'url')
  const target = typeof draft.target === 'string' && draft.target ? draft.target : elsewhere
  return (
    <>
      <Select
        label={t('leadsTo')}
        options={[
          ...pages.map(({ name, label }) => ({ id: name, name: label })),
          { id: elsewhere, name: t('anAddress') },
        ]}
        value={target}
        onChange={(id) => set({ target: id === elsewhere ? undefined : id })}
      />
      {target === elsewhere && (
        <TextField
          label={t('address')}
          type="url"
          placeholder="https://"
          value={String(draft.url ?? '')}
          onChange={(url) => set({ url })}
          isRequired
        />
      )}
    </>
  )
}

/** What is kept of a block: a button leads to one place, and nothing is kept empty. */
function keptOf(kind: BlockKind, draft: BlockValues): BlockValues {
  const all = kind === 'button' && draft.target ? { ...draft, url: undefined } : draft
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''))
}
