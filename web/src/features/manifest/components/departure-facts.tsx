'use client'
import { StickyNote, Truck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Avatar } from '@/components/ui/avatar'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import type { Departure } from '../model'

/** Who comes on a departure by type, who guides, what is used, and its note. */
export function DepartureFacts({ departure }: { departure: Departure }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const guestCount = useGuestCount()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {departure.by_type.length === 0 && <span className="text-faint">{t('noGuests')}</span>}
      {departure.by_type.length > 0 && (
        <span className="tabular-nums">
          {format.list(departure.by_type.map((type) => guestCount(type.name, type.cnt)))}
        </span>
      )}
      {departure.guides.map((guide) => (
        <span key={guide.id} className="inline-flex items-center gap-1.5">
          <Avatar name={guide.name} color={guide.color} size="sm" />
          <bdi>{guide.name}</bdi>
        </span>
      ))}
      {departure.resources.map((resource) => (
        <span key={resource.id} className="inline-flex items-center gap-1.5">
          <Truck aria-hidden className="size-4 text-faint" />
          <bdi>{resource.name}</bdi>
        </span>
      ))}
      {departure.note && (
        <span className="inline-flex items-start gap-1.5 text-ink">
          <StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-fill" />
          <span className="whitespace-pre-line">{departure.note}</span>
        </span>
      )}
    </div>
  )
}
