'use client'
import { useTranslations } from 'use-intl'
import { clock } from '@/components/calls/model'
import type { Call } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import { Provider } from './provider'

/** What is known of a call: numbers, times, where it came from, who told of it. */
export function FactsCard({ call, zone }: { call: Call; zone: string }) {
  const t = useTranslations('calls')
  const format = useFormat()
  const words = useCallWords()
  const at = (instant: string | null) => instant && format.instant(instant, zone)
  const sentiment = call.sentiment && t(`sentiment_${call.sentiment}`)
  return (
    <Card title={t('facts')}>
      <KeyValues
        rows={[
          [t('col_direction'), words.direction(call)],
          [t('col_caller_number'), <Number key="from" number={call.caller_number} label={call.caller_label} />],
          [
            t('col_destination_number'),
            <Number key="to" number={call.destination_number} label={call.destination_label} />,
          ],
          [t('col_agent'), call.agent?.name],
          [t('col_started_at'), at(call.started_at)],
          [t('answered'), at(call.answered_at)],
          [t('ended'), at(call.ended_at)],
          [t('col_duration_s'), call.duration_s > 0 && clock(call.duration_s)],
          [t('col_source_tag'), call.source_tag],
          [t('sentiment'), sentiment],
          [t('calledBack'), call.callback_at && calledBack(call, at(call.callback_at))],
          [t('col_provider'), <Provider key="provider" row={call} />],
          ...call.parts.map((part): [string, React.ReactNode] => [
            t('alsoFrom'),
            <Provider key={part.id} row={part} />,
          ]),
        ]}
      />
    </Card>
  )
}

const calledBack = (call: Call, at: string | null) => (
  <>
    {at}
    {call.callback_by && (
      <>
        {' · '}
        <bdi>{call.callback_by.name}</bdi>
      </>
    )}
  </>
)

function Number({ number, label }: { number: string; label: string | null }) {
  const lines = useTranslations('callLines')
  if (!number) return lines('withheld')
  return (
    <>
      <bdi dir="ltr">{formatPhone(number)}</bdi>
      {label && <bdi className="block text-faint">{label}</bdi>}
    </>
  )
}
