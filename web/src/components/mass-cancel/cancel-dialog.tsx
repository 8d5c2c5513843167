'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ProgressSteps } from '@/components/ui/progress-steps'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { begin, previewQuery } from './api'
import { ChoicesForm } from './choices-form'
import { JobDialog } from './job-dialog'
import { PreviewPart } from './preview-part'
import { atFirst, type Choices, type Preview, type Scope } from './types'
import { useScopeTitle } from './use-scope-title'

type Props = { scope: Scope; onClose: () => void }

/** Call off a departure, an experience's day or a whole day: decide, see exactly what happens, watch it happen. */
export function CancelDialog({ scope, onClose }: Props) {
  const [choices, setChoices] = useState(atFirst)
  const [step, setStep] = useState<'choose' | 'look'>('choose')
  const [job, setJob] = useState<number | null>(null)
  const title = useScopeTitle()(scope)
  const preview = useQuery(previewQuery(scope, step === 'look' ? choices : quiet(choices)))
  const start = useStart(scope, choices, (id) => (id === null ? onClose() : setJob(id)))
  if (job !== null) return <JobDialog job={job} onClose={onClose} />
  return (
    <Dialog
      title={title}
      size="lg"
      isOpen
      onClose={onClose}
      isDismissable={!start.isPending}
      footer={
        <Foot {...{ step, setStep, choices, onClose, start }} preview={preview.data} isOld={preview.isFetching} />
      }
    >
      <Steps step={step} />
      {preview.error && !preview.data && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {!preview.data && !preview.error && <Skeleton className="h-64 w-full" />}
      {preview.data && step === 'choose' && (
        <ChoicesForm scope={scope} preview={preview.data} choices={choices} onChange={setChoices} />
      )}
      {preview.data && step === 'look' && <PreviewPart preview={preview.data} choices={choices} />}
      {start.isError && <StartFailure error={start.error} />}
    </Dialog>
  )
}

/** While somebody still types, only what changes the numbers is asked for. */
const quiet = (choices: Choices): Choices => ({ ...choices, reason: '', note: '' })

function useStart(scope: Scope, choices: Choices, onBegun: (job: number | null) => void) {
  const t = useTranslations('massCancel')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => begin(scope, choices),
    onSuccess: ({ job_id }) => {
      void queries.invalidateQueries()
      if (job_id === null) toast.success(t('calledOff'))
      onBegun(job_id)
    },
  })
}

function Steps({ step }: { step: 'choose' | 'look' }) {
  const t = useTranslations('massCancel')
  const current = step === 'choose' ? 1 : 2
  const top = useRef<HTMLDivElement>(null)
  // A step begins at its beginning, however far down the one before was read.
  // Some browsers answer with a promise, which is no way to clean up.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return (
    <div ref={top} className="scroll-mt-4 pb-5">
      <ProgressSteps count={2} current={current} label={t(`step_${step}`)} />
    </div>
  )
}

type FootProps = {
  step: 'choose' | 'look'
  setStep: (step: 'choose' | 'look') => void
  choices: Choices
  preview: Preview | undefined
  isOld: boolean
  start: { mutate: () => void; isPending: boolean }
  onClose: () => void
}

function Foot({ step, setStep, choices, preview, isOld, start, onClose }: FootProps) {
  const t = useTranslations('massCancel')
  const { orders = 0 } = preview?.affected ?? {}
  const isReady = choices.reason.trim() !== '' && !!preview && preview.departures.length > 0
  const isChoosing = step === 'choose'
  // Where nobody is booked there is nothing to look at first.
  const isLast = !isChoosing || orders === 0
  return (
    <>
      <Button onPress={isChoosing ? onClose : () => setStep('choose')} isDisabled={start.isPending}>
        {isChoosing ? t('keep') : t('back')}
      </Button>
      {isLast && (
        <Button
          look="destroy"
          isDisabled={!isReady || isOld}
          isPending={start.isPending}
          onPress={() => start.mutate()}
        >
          {t('begin', { count: orders })}
        </Button>
      )}
      {!isLast && (
        <Button look="primary" isDisabled={!isReady} onPress={() => setStep('look')}>
          {t('look')}
        </Button>
      )}
    </>
  )
}

function StartFailure({ error }: { error: Error }) {
  const text = useErrorText()
  return (
    <div className="pt-4">
      <Notice tone="bad">{text(error)}</Notice>
    </div>
  )
}
