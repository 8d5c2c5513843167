'use client'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PluginCall } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'

const tones: Record<string, Tone> = { done: 'good', failed: 'bad', waiting: 'warn', running: 'warn' }
const states = ['done', 'failed', 'waiting', 'running'] as const

/** What went between us and the plugin lately. */
export function Calls({ calls }: { calls: PluginCall[] }) {
  const t = useTranslations('plugins')
  return (
    <Card title={t('calls')}>
      {calls.length === 0 && <p className="text-soft">{t('noCalls')}</p>}
      <ul className="-my-2 divide-y">
        {calls.map((call) => (
          <CallLine key={call.id} call={call} />
        ))}
      </ul>
    </Card>
  )
}

function CallLine({ call }: { call: PluginCall }) {
  const t = useTranslations('plugins')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const isOut = call.direction === 'out'
  const Icon = isOut ? ArrowUpRight : ArrowDownLeft
  const state = states.find((one) => one === call.status) ?? 'waiting'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <Icon aria-label={isOut ? t('out') : t('in')} className="size-4 shrink-0 text-faint" />
      <code className="min-w-0 grow truncate">{call.name}</code>
      <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      <span className="text-faint tabular-nums">{format.instant(call.at, zone)}</span>
      {call.error && (
        <span className={`w-full ps-7 ${state === 'done' ? 'text-soft' : 'text-bad'}`} dir="auto">
          {call.error}
        </span>
      )}
    </li>
  )
}
