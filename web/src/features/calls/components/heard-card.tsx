'use client'
import { EarOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { turns } from '@/components/calls/model'
import type { Call } from '@/components/calls/types'
import { Card } from '@/components/ui/page-header'
import { useCan } from '@/lib/session'
import { Player } from './player'

/** What was said: the recording, a summary and the words, for those who may listen. */
export function HeardCard({ call }: { call: Call }) {
  const t = useTranslations('calls')
  const mayListen = useCan('call.listen')
  const hasAny = call.has_recording || call.has_transcript
  return (
    <Card title={t('heard')}>
      {!hasAny && <p className="text-soft">{t('nothingHeard')}</p>}
      {hasAny && !mayListen && (
        <p className="flex items-center gap-2 text-soft">
          <EarOff aria-hidden className="size-4 shrink-0 text-faint" />
          {t('mayNotListen')}
        </p>
      )}
      <div className="space-y-5 empty:hidden">
        {call.recording_url && <Player url={call.recording_url} seconds={call.duration_s} />}
        {call.summary && <Summary text={call.summary} />}
        {call.transcript && <Transcript text={call.transcript} />}
      </div>
    </Card>
  )
}

function Summary({ text }: { text: string }) {
  const t = useTranslations('calls')
  return (
    <section>
      <h3 className="text-sm font-medium text-soft">{t('summary')}</h3>
      <p dir="auto" className="mt-1 break-words whitespace-pre-line">
        {text}
      </p>
    </section>
  )
}

function Transcript({ text }: { text: string }) {
  const t = useTranslations('calls')
  return (
    <section>
      <h3 className="text-sm font-medium text-soft">{t('transcript')}</h3>
      <ol className="mt-2 space-y-2.5">
        {turns(text).map((turn, index) => (
          <li key={index} className="sm:grid sm:grid-cols-[7rem_1fr] sm:gap-4">
            <span className="block text-sm font-medium text-faint">{turn.who && <bdi>{turn.who}</bdi>}</span>
            <p dir="auto" className="break-words">
              {turn.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
