'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardingCall, Device } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { isolate } from '@/lib/isolate'
import { announce, boardingCallQuery, speakersQuery } from '../announce-api'
import { bodyOf, firstCall, isReady, type Call } from '../boarding-call'
import type { Departure } from '../model'
import { BoardingFields } from './boarding-fields'
import { BoardingOutcome } from './boarding-outcome'

type Props = { departure: Departure; onClose: () => void }

/** Calls the guests of a departure through the loudspeakers at the dock. */
export function BoardingDialog({ departure, onClose }: Props) {
  const t = useTranslations('speech')
  const format = useFormat()
  const ready = useQuery(boardingCallQuery(departure.id))
  const speakers = useQuery(speakersQuery)
  const title = t('callOf', { what: `${format.time(departure.start_time)} ${isolate(departure.experience.name)}` })
  const error = ready.error ?? speakers.error
  if (ready.data && speakers.data?.length) {
    return <Form {...{ title, departure, onClose }} ready={ready.data} speakers={speakers.data} />
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {error && <ErrorState error={error} />}
      {!error && speakers.data?.length === 0 && <NoSpeakers />}
      {!error && !(ready.data && speakers.data) && <Skeleton className="h-64 rounded-md" />}
    </Dialog>
  )
}

function NoSpeakers() {
  const t = useTranslations('speech')
  return (
    <div className="space-y-4">
      <p className="text-pretty text-soft">{t('noSpeakers')}</p>
      <AppLink to="devices" params={{}} className="font-medium text-accent underline-offset-4 hover:underline">
        {t('openDevices')}
      </AppLink>
    </div>
  )
}

type FormProps = Props & { title: string; ready: BoardingCall; speakers: Device[] }

function Form({ title, departure, ready, speakers, onClose }: FormProps) {
  const t = useTranslations('speech')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const [call, setCall] = useState<Call>(() => firstCall(ready, speakers))
  const say = useMutation({
    mutationFn: () => announce(bodyOf(call, departure.id)),
    onError: (problem) => toast.error(errorText(problem)),
  })
  if (say.data) return <BoardingOutcome title={title} made={say.data} onAgain={say.reset} onClose={onClose} />
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button look="primary" isDisabled={!isReady(call)} isPending={say.isPending} onPress={() => say.mutate()}>
        {t('announce')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} size="lg" footer={footer}>
      <div className="space-y-6">
        <BoardingFields ready={ready} speakers={speakers} call={call} onChange={setCall} />
        {!isReady(call) && <Notice tone="info">{t('incomplete')}</Notice>}
      </div>
    </Dialog>
  )
}
