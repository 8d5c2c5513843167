'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ChannelCall } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { Drawer } from '@/components/ui/drawer'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { callQuery } from '../api'
import { Outcome } from './outcome'
import { useWhen } from './state-badge'

/** What was asked and what was answered, without secrets and names of guests. */
export function CallDrawer({ call, onClose }: { call: ChannelCall; onClose: () => void }) {
  const t = useTranslations('channels')
  const when = useWhen()
  const { data, error, refetch } = useQuery(callQuery(call.id))
  return (
    <Drawer title={call.operation} isOpen onClose={onClose}>
      <div className="space-y-5">
        <KeyValues
          rows={[
            [t('outcome'), <Outcome key="outcome" call={call} />],
            [t('at'), when(call.at)],
            [t('took'), t('milliseconds', { count: call.milliseconds })],
            [t('address'), <code key="address" className="text-xs break-all">{`${call.method} ${call.path}`}</code>],
            [t('references'), call.references.join(', ')],
          ]}
        />
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-48" />}
        {data && <Text title={t('asked')} text={data.asked} />}
        {data && <Text title={t('answered')} text={data.answered} />}
      </div>
    </Drawer>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      {text ? <CopyBox text={pretty(text)} label={title} /> : <p className="text-soft">–</p>}
    </section>
  )
}

/** JSON a line for each value; what was cut or is none stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
