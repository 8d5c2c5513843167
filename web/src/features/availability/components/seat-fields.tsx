'use client'
import { useTranslations } from 'use-intl'
import { NumberField } from '@/components/ui/number-field'
import { Skeleton } from '@/components/ui/skeleton'
import { guestName } from '@/features/experience/guest-name'
import { late } from '@/lib/late'
import { countSaid } from '../values'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const ChannelSeats = late(
  () => import('./channel-seats').then((file) => file.ChannelSeats),
  <Skeleton className="h-24" />,
)

/** How the seats of a departure are shared out: by kind of guest, to the website, to other ways of booking. */
export function SeatFields() {
  const t = useTranslations('availability')
  const { values, change, errors } = useRuleForm()
  const parts = [
    countSaid(values.byType) > 0 && t('sumByType', { count: countSaid(values.byType) }),
    values.online !== null && t('sumOnline', { count: values.online }),
    countSaid(values.channels) > 0 && t('sumChannels', { count: countSaid(values.channels) }),
  ].filter(Boolean)
  const isWrong = Object.keys(errors).some((name) =>
    /^(capacity_by_type|online_allotment|channel_allotments)/.test(name),
  )
  return (
    <Fold title={t('seats')} summary={parts.join(' · ') || t('sumNoSeats')} isWrong={isWrong}>
      <ByType />
      <NumberField
        label={t('online')}
        value={values.online}
        onChange={(online) => change({ online })}
        minValue={0}
        placeholder={t('allSeats')}
        hint={t('onlineHint')}
        error={errors.online_allotment}
        className="max-w-60"
      />
      <ChannelSeats
        values={values.channels}
        onChange={(channels) => change({ channels })}
        error={errors.channel_allotments}
      />
    </Fold>
  )
}

function ByType() {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const { values, change, errors, experience } = useRuleForm()
  if (experience.capacity_type.slug !== 'timeslot_customer_type') return null
  const kinds = experience.customerTypes.filter((kind) => kind.is_consume_capacity)
  const usual = values.capacity ?? experience.default_capacity
  return (
    <fieldset className="space-y-3">
      <legend className="pb-1 text-sm font-medium">{t('byType')}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        {kinds.map((kind) => (
          <NumberField
            key={kind.id}
            label={guestName(kind)}
            value={values.byType[kind.id] ?? null}
            onChange={(seats) => change({ byType: { ...values.byType, [kind.id]: seats } })}
            minValue={0}
            placeholder={usual === null ? ts('noLimit') : String(usual)}
            error={errors[`capacity_by_type.${kind.id}`]}
          />
        ))}
      </div>
      {errors.capacity_by_type && <p className="text-sm text-bad">{errors.capacity_by_type}</p>}
    </fieldset>
  )
}
