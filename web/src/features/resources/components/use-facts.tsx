'use client'
import { useTranslations } from 'use-intl'
import type { ResourceUse } from '@/api/models'
import { useSpanWords } from '@/components/blackouts/use-words'
import { KeyValues } from '@/components/ui/key-values'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'

const scopes = ['any', 'experience', 'timeslot', 'trip_order', 'exclusive'] as const

/** Whom a use serves, how much it takes, and how it came about. */
export function UseFacts({ use, zone }: { use: ResourceUse; zone: string }) {
  const t = useTranslations('resources')
  const words = useSpanWords()
  const scope = scopes.find((one) => one === use.sharing_scope) ?? 'any'
  const how = use.is_conflict_accepted ? 'how_forced' : use.assigned_by === 'user' ? 'how_user' : 'how_auto'
  return (
    <KeyValues
      rows={[
        [t('when'), words(use)],
        [t('whom'), <Whom key="whom" use={use} zone={zone} />],
        [t('units'), t('unitsOf', { count: use.units })],
        [t('sharing'), t(`shared_${scope}`)],
        [t('how'), t(how)],
      ]}
    />
  )
}

function Whom({ use, zone }: { use: ResourceUse; zone: string }) {
  const t = useTranslations('resources')
  const order = use.tripOrder
  const linkClass = 'font-medium text-accent hover:underline pointer-coarse:py-2.5'
  if (order) {
    return (
      <AppLink to="trip" params={{ trip: String(order.trip_id) }} prefetch={false} className={linkClass}>
        {order.group_name || order.name}
      </AppLink>
    )
  }
  return (
    <AppLink
      to="manifest"
      params={{}}
      query={`date=${dayIn(zone, new Date(use.start_at))}`}
      prefetch={false}
      className={linkClass}
    >
      {t('wholeDeparture')}
    </AppLink>
  )
}
