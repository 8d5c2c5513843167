'use client'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { GatewayAccount } from '../api'
import { askedFor, healthOf } from '../model'

const tones = { ready: 'info', no_payouts: 'warn', pending: 'info', missing: 'warn', blocked: 'bad' } as const

type Props = { account: GatewayAccount; isConnecting: boolean }

/** Whether the account may take payments and is paid out, and what the payment service still wants. */
export function AccountState({ account, isConnecting }: Props) {
  const t = useTranslations('payments')
  const format = useFormat()
  const later = askedFor(account.requirements_later)
  const number = (
    <span key="id" className="font-mono text-xs">
      {account.account_id}
    </span>
  )
  return (
    <div className="space-y-4">
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        <Ability isOn={account.is_charges_enabled} label={t('charges')} />
        <Ability isOn={account.is_payouts_enabled} label={t('payouts')} />
      </ul>
      <Missing account={account} isConnecting={isConnecting} />
      {later.length > 0 && (
        <p className="text-sm text-faint">
          {t('askedLater', { what: format.list(later.map((one) => t(`asked_${one}`))) })}
        </p>
      )}
      <KeyValues
        rows={[
          [t('accountName'), account.business_name],
          [t('accountEmail'), account.email],
          [t('accountId'), number],
        ]}
      />
    </div>
  )
}

/** While the platform still collects, what is missing keeps no payment away. */
function Missing({ account, isConnecting }: Props) {
  const t = useTranslations('payments')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const found = healthOf(account)
  const health = isConnecting && found === 'blocked' ? 'missing' : found
  const asked = askedFor([...account.requirements_past_due, ...account.requirements_due])
  return (
    <Notice tone={tones[health]}>
      <p>{t(`health_${health}`)}</p>
      {asked.length > 0 && (
        <ul className="mt-2 list-disc space-y-0.5 ps-5">
          {asked.map((one) => (
            <li key={one}>{t(`asked_${one}`)}</li>
          ))}
        </ul>
      )}
      {account.due_at && <p className="mt-2">{t('askedBy', { when: format.instant(account.due_at, zone) })}</p>}
    </Notice>
  )
}

function Ability({ isOn, label }: { isOn: boolean; label: string }) {
  const t = useTranslations('payments')
  const Icon = isOn ? CircleCheck : CircleDashed
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className={isOn ? 'size-5 text-good' : 'size-5 text-faint'} />
      {label}: <span className="font-medium">{t(isOn ? 'on' : 'off')}</span>
    </li>
  )
}
