'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ProgressSteps } from '@/components/ui/progress-steps'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { begin, foundQuery, templatesQuery } from './api'
import { FoundPart } from './found-part'
import { ProgressDialog } from './progress-dialog'
import { atFirst, isReady, type Found, type WriteScope } from './types'
import { WordsForm } from './words-form'

type Props = { scope: WriteScope; onClose: () => void }

/** Write to all guests of a departure or its day: write, see exactly who gets what, watch it go. */
export function WriteDialog({ scope, onClose }: Props) {
  const t = useTranslations('threads')
  const [job, setJob] = useState<number | null>(null)
  const { wish, setWish, step, setStep, templates, found, start } = useWriting(scope, (id) =>
    id === null ? onClose() : setJob(id),
  )
  if (job !== null) return <ProgressDialog job={job} onClose={onClose} />
  const problem = found.error ?? start.error
  const isWorded = isReady(wish, templates?.byHand ?? null)
  return (
    <Dialog
      title={t('writeAll')}
      size="lg"
      isOpen
      onClose={onClose}
      isDismissable={!start.isPending}
      footer={
        <Foot {...{ step, setStep, start, onClose }} found={found.data} isReady={isWorded} isOld={found.isFetching} />
      }
    >
      <When scope={scope} isWholeDay={wish.isWholeDay} />
      <div className="pb-5">
        <ProgressSteps count={2} current={step === 'write' ? 1 : 2} label={t(`step_${step}`)} />
      </div>
      {step === 'write' && (
        <WordsForm scope={scope} wish={wish} onChange={setWish} templates={templates?.rows ?? []} found={found.data} />
      )}
      {step === 'look' && (found.data ? <FoundPart found={found.data} wish={wish} /> : <Skeleton className="h-64" />)}
      {problem && <Failure error={problem} />}
    </Dialog>
  )
}

function useWriting(scope: WriteScope, onBegun: (job: number | null) => void) {
  const [wish, setWish] = useState(atFirst)
  const [step, setStep] = useState<'write' | 'look'>('write')
  const { data: templates } = useQuery(templatesQuery)
  const template = wish.template ?? templates?.byHand ?? null
  // While somebody still types, only what changes the numbers is asked for.
  const quiet = { ...wish, subject: '', body: '', note: '' }
  const found = useQuery(foundQuery(scope, step === 'look' ? wish : quiet, template))
  const start = useMutation({
    mutationFn: () => begin(scope, wish, template ?? 0),
    onSuccess: ({ job_id }) => onBegun(job_id),
  })
  return { wish, setWish, step, setStep, templates, found, start }
}

function When({ scope, isWholeDay }: { scope: WriteScope; isWholeDay: boolean }) {
  const format = useFormat()
  const when = `${format.day(scope.date)}${isWholeDay ? '' : `, ${format.time(scope.time)}`}`
  return (
    <p className="pb-4 text-sm text-soft">
      {when} · <bdi>{scope.experience.name}</bdi>
    </p>
  )
}

function Failure({ error }: { error: Error }) {
  const text = useErrorText()
  return (
    <div className="pt-4">
      <Notice tone="bad">{text(error)}</Notice>
    </div>
  )
}

type FootProps = {
  step: 'write' | 'look'
  setStep: (step: 'write' | 'look') => void
  found: Found | undefined
  isReady: boolean
  isOld: boolean
  start: { mutate: () => void; isPending: boolean }
  onClose: () => void
}

function Foot({ step, setStep, found, isReady, isOld, start, onClose }: FootProps) {
  const t = useTranslations('threads')
  const count = found?.recipients_cnt ?? 0
  const isWriting = step === 'write'
  return (
    <>
      <Button onPress={isWriting ? onClose : () => setStep('write')} isDisabled={start.isPending}>
        {isWriting ? t('leave') : t('backToWords')}
      </Button>
      {isWriting ? (
        <Button look="primary" isDisabled={!isReady || !found || count === 0} onPress={() => setStep('look')}>
          {t('look')}
        </Button>
      ) : (
        <Button
          look="primary"
          isDisabled={count === 0 || isOld}
          isPending={start.isPending}
          onPress={() => start.mutate()}
        >
          {t('sendTo', { count })}
        </Button>
      )}
    </>
  )
}
