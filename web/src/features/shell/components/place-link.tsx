'use client'
import { useTranslations } from 'use-intl'
import { InboxCount } from '@/components/inbox-count'
import { cx } from '@/components/ui/cx'
import { Tooltip } from '@/components/ui/tooltip'
import { AppLink } from '@/lib/app-link'
import { isAt, type Place } from '../nav'
import { useCurrentRoute } from '../use-place'

/** What a link to a place does and says; its page is fetched when somebody is about to go there. */
export function usePlaceLink(place: Place) {
  const t = useTranslations('shell')
  const isCurrent = isAt(place, useCurrentRoute())
  return {
    label: t(`page_${place.to}`),
    isCurrent,
    props: {
      to: place.to,
      params: {},
      'aria-current': isCurrent ? ('page' as const) : undefined,
    },
  }
}

/** A row of the rail: symbol and name, or the symbol alone with its name on pointing. */
export function PlaceLink({ place, isSlim }: { place: Place; isSlim: boolean }) {
  const { label, isCurrent, props } = usePlaceLink(place)
  const link = (
    <AppLink
      {...props}
      className={cx(
        'relative flex min-h-9 items-center gap-3 rounded-md px-2.5 text-sm font-medium pointer-coarse:min-h-11',
        isCurrent ? 'bg-accent-wash text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <place.icon aria-hidden className="size-[18px] shrink-0" />
      <span className="truncate in-data-[rail=slim]:sr-only">{label}</span>
      {place.to === 'inbox' && <InboxCount />}
    </AppLink>
  )
  if (!isSlim) return link
  return (
    <Tooltip text={label} placement="right">
      {link}
    </Tooltip>
  )
}
