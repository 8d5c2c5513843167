'use client'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { InboxCount } from '@/components/inbox-count'
import { cx } from '@/components/ui/cx'
import { Tooltip } from '@/components/ui/tooltip'
import { AppLink } from '@/lib/app-link'
import { isAt, type Place } from '../nav'
import { useOpen } from '../overlays'
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

/** Help opens beside the screen it is about; on its own page, and in a new tab, the link is a link. */
function useHelpBeside(place: Place, isCurrent: boolean) {
  const open = useOpen()
  if (place.to !== 'help' || isCurrent) return undefined
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open('help')
  }
}

/** A row of the rail: symbol and name, or the symbol alone with its name on pointing. */
export function PlaceLink({ place, isSlim }: { place: Place; isSlim: boolean }) {
  const { label, isCurrent, props } = usePlaceLink(place)
  const onClick = useHelpBeside(place, isCurrent)
  const link = (
    <AppLink
      {...props}
      onClick={onClick}
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
