'use client'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { General, Policy } from '@/api/models'
import { FormRadio } from '@/components/form-choices'
import { SettingsForm } from '@/components/settings/settings-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import type { TabProps } from './types'
import { ListCard, ListLine } from './list-card'
import { PolicyDialog } from './policy-dialog'
import { Timeline } from './timeline'

/** What comes back to those who cancel, by how early they do. */
export default function CancellationTab({ general }: TabProps) {
  const t = useTranslations('general')
  const [open, setOpen] = useState<Policy | 'new' | null>(null)
  return (
    <>
      <ListCard
        list="policies"
        title={t('policies')}
        text={t('policiesText')}
        icon={<CalendarX2 aria-hidden />}
        items={general.policies}
        addLabel={t('addPolicy')}
        onAdd={() => setOpen('new')}
        row={(policy) => (
          <ListLine list="policies" item={policy} onEdit={() => setOpen(policy)}>
            <PolicyLine policy={policy} general={general} />
          </ListLine>
        )}
      />
      <div className="mt-5">
        <Moving general={general} />
      </div>
      {open && (
        <PolicyDialog general={general} policy={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

const pick = ({ settings }: General) => ({ policy_anchor: settings.policy_anchor })

/** From when a policy counts once an order has another departure. */
function Moving({ general }: TabProps) {
  const t = useTranslations('general')
  const starts = (['original', 'new'] as const).map((id) => ({
    id,
    name: t(`anchor_${id}`),
    note: t(`anchor_${id}_note`),
  }))
  return (
    <SettingsForm tab="cancellation" general={general} pick={pick} shown={['policy_anchor']}>
      <Card title={t('moved')}>
        <FormRadio name="policy_anchor" label={t('anchor')} options={starts} />
      </Card>
    </SettingsForm>
  )
}

/** What is unusual about the weather: that not everything comes back of it, or no store credit is given. */
function Weather({ policy }: { policy: Policy }) {
  const t = useTranslations('general')
  const { locale } = useFormat()
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const said = [
    policy.weather_refund_ppm < 1_000_000 &&
      t('weatherShare', { share: share.format(policy.weather_refund_ppm / 1_000_000) }),
    !policy.is_weather_credit_allowed && t('weatherNoCredit'),
  ].filter((one) => one !== false)
  return said.length > 0 && <span className="block text-sm text-faint">{said.join(' · ')}</span>
}

function PolicyLine({ policy, general }: { policy: Policy; general: General }) {
  const t = useTranslations('general')
  const { experience_ids: ids, is_default: isDefault } = policy
  const others = general.experiences.length - general.policies.flatMap((one) => one.experience_ids).length
  const count = isDefault ? ids.length + Math.max(0, others) : ids.length
  return (
    <span className="block space-y-2 py-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{policy.name}</span>
        {isDefault && <Badge tone="accent">{t('isDefault')}</Badge>}
        <span className="text-sm text-faint">{t('usedBy', { count })}</span>
      </span>
      <Timeline tiers={policy.tiers} currency={general.settings.currency} />
      <Weather policy={policy} />
    </span>
  )
}
