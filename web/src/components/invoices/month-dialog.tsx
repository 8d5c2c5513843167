'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { createMany, eligibleQuery, type Eligible } from './api'
import { billable } from './model'
import { asked, atFirst, createBody, type MonthChoices } from './month'
import { usePlace, useRefusal } from './use-words'
import { MonthChoice } from './month-choice'
import { MonthPartners } from './month-partners'
import { MonthSending } from './month-sending'

type Props = {
  /** One partner alone; everybody without it. */
  reseller?: number
  onClose: () => void
  onStarted: (job: number) => void
}

/** Bill a month: which days, every partner with something to bill, one press. */
export function MonthDialog({ reseller, onClose, onStarted }: Props) {
  const t = useTranslations('invoices')
  const refusal = useRefusal()
  const { choices, change, found, rows, chosen, create } = useMonth({ reseller, onStarted })
  const label = t(choices.isSent ? 'createAndSendCount' : 'createCount', { count: chosen.length })
  const footer = (
    <>
      <Button onPress={onClose} isDisabled={create.isPending}>
        {t('cancel')}
      </Button>
      <Button
        look="primary"
        isDisabled={chosen.length === 0 || found.isFetching}
        isPending={create.isPending}
        onPress={() => create.mutate()}
      >
        {label}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('createInvoices')}
      size="lg"
      isOpen
      onClose={onClose}
      footer={footer}
      isDismissable={!create.isPending}
    >
      <div className="space-y-5">
        <MonthChoice choices={choices} onChange={change} />
        <Found found={found} choices={choices} onChange={change} />
        {rows.length > 0 && <MonthSending choices={choices} chosen={chosen} onChange={change} />}
        {create.error && <Notice tone="bad">{refusal(create.error)}</Notice>}
      </div>
    </Dialog>
  )
}

/** What was chosen, what can be billed of it, and the press that begins. */
function useMonth({ reseller, onStarted }: Pick<Props, 'reseller' | 'onStarted'>) {
  const { today } = usePlace()
  const [choices, setChoices] = useState(() => atFirst(today))
  const change = (more: Partial<MonthChoices>) => setChoices({ ...choices, ...more })
  const found = useQuery(eligibleQuery(asked(choices, reseller)))
  const rows = billable(found.data ?? [])
  const chosen = rows.filter((row) => !choices.left.has(row.reseller.id))
  const create = useMutation({
    mutationFn: () => createMany(createBody(choices, chosen)),
    onSuccess: (job) => onStarted(job.id),
  })
  return { choices, change, found, rows, chosen, create }
}

type FoundProps = {
  found: { data?: Eligible[]; error: Error | null; refetch: () => unknown }
  choices: MonthChoices
  onChange: (more: Partial<MonthChoices>) => void
}

function Found({ found, choices, onChange }: FoundProps) {
  const t = useTranslations('invoices')
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="h-48 rounded-xl" />
  if (found.data.length === 0) {
    return (
      <div role="status" className="rounded-xl border border-dashed px-4 py-8 text-center">
        <p className="font-medium">{t('nothingToBill')}</p>
        <p className="mx-auto mt-1 max-w-prose text-sm text-soft text-pretty">
          {t(`nothingText_${choices.direction}`)}
        </p>
      </div>
    )
  }
  return <MonthPartners rows={found.data} choices={choices} onChange={onChange} />
}
