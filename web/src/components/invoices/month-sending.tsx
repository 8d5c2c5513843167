'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import type { Eligible } from './api'
import type { MonthChoices } from './month'

type Props = { choices: MonthChoices; chosen: Eligible[]; onChange: (more: Partial<MonthChoices>) => void }

/** Whether what is made goes out at once, and what is written beside it. */
export function MonthSending({ choices, chosen, onChange }: Props) {
  const t = useTranslations('invoices')
  const unreachable = chosen.filter((row) => row.billing_emails.length === 0).length
  return (
    <div className="space-y-4">
      <Switch isSelected={choices.isSent} onChange={(isSent) => onChange({ isSent })} hint={t('sendNowHint')}>
        {t('sendNow')}
      </Switch>
      {choices.isSent && (
        <TextField
          label={t('message')}
          hint={t('messageHint')}
          rows={3}
          maxLength={2000}
          value={choices.message}
          onChange={(message) => onChange({ message })}
        />
      )}
      {choices.isSent && unreachable > 0 && <Notice tone="warn">{t('unreachable', { count: unreachable })}</Notice>}
    </div>
  )
}
