'use client'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { customerQuery } from '../api'
import { choicesFor, defaultChoice, differing, oldest, type Choices } from '../model'
import { useMerge } from '../use-merge'
import { useCustomerName } from '../use-names'
import { useFieldText } from './field-text'

/** Several customers become one: who stays, and whose value for each field in which they differ. */
export function MergeDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const t = useTranslations('customers')
  const loaded = useQueries({ queries: ids.map((id) => customerQuery(id)) })
  const error = loaded.find((one) => one.error)?.error
  const customers = loaded.flatMap((one) => (one.data ? [one.data] : []))
  if (customers.length === ids.length) return <Chooser customers={customers} onClose={onClose} />
  return (
    <Dialog title={t('mergeTitle')} isOpen onClose={onClose} size="lg">
      {error ? <ErrorState error={error} /> : <Skeleton className="h-64" />}
    </Dialog>
  )
}

type Props = { customers: CustomerFull[]; onClose: () => void }

function Chooser({ customers, onClose }: Props) {
  const t = useTranslations('customers')
  const errorText = useErrorText()
  const [keepId, setKeepId] = useState(() => oldest(customers))
  const [chosen, setChosen] = useState<Choices>({})
  const merge = useMerge(onClose)
  const run = () => {
    const mergeIds = customers.map((one) => one.id).filter((id) => id !== keepId)
    merge.mutate({ keepId, mergeIds, choices: choicesFor(customers, keepId, chosen) })
  }
  const footer = (
    <Button look="primary" onPress={run} isPending={merge.isPending}>
      {t('mergeDo', { count: customers.length })}
    </Button>
  )
  return (
    <Dialog title={t('mergeTitle')} isOpen onClose={onClose} size="lg" footer={footer} isDismissable={!merge.isPending}>
      <div className="space-y-6">
        <p className="text-soft text-pretty">{t('mergeText')}</p>
        {merge.error && <Notice tone="bad">{errorText(merge.error)}</Notice>}
        <Keep customers={customers} value={keepId} onChange={setKeepId} />
        <Fields customers={customers} keepId={keepId} chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  )
}

function Keep({
  customers,
  value,
  onChange,
}: {
  customers: CustomerFull[]
  value: number
  onChange: (id: number) => void
}) {
  const t = useTranslations('customers')
  const nameOf = useCustomerName()
  const first = oldest(customers)
  const options = customers.map((one) => ({
    id: String(one.id),
    name: one.id === first ? `${isolate(nameOf(one))} (${t('mergeOldest')})` : nameOf(one),
    note: t('mergeKeepHint', { id: one.id, trips: one.trip_cnt }),
  }))
  return (
    <RadioGroup
      label={t('mergeKeep')}
      options={options}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
      className={sideBySide}
    />
  )
}

const sideBySide = 'sm:grid sm:grid-cols-2 sm:gap-x-6 sm:[&>:first-child]:col-span-full'

type FieldsProps = { customers: CustomerFull[]; keepId: number; chosen: Choices; onChange: (chosen: Choices) => void }

function Fields({ customers, keepId, chosen, onChange }: FieldsProps) {
  const t = useTranslations('customers')
  const textOf = useFieldText()
  const fields = differing(customers)
  return (
    <div className="space-y-5 border-t pt-5">
      {fields.map((field) => (
        <RadioGroup
          key={field}
          label={t(`field_${field}`)}
          className={sideBySide}
          options={customers.map((one) => ({ id: String(one.id), name: textOf(one, field), note: `#${one.id}` }))}
          value={String(chosen[field] ?? defaultChoice(customers, keepId, field))}
          onChange={(id) => onChange({ ...chosen, [field]: Number(id) })}
        />
      ))}
      <p className="text-sm text-faint">{t('mergeSame')}</p>
    </div>
  )
}
