'use client'
import { ChevronDown, Copy, EllipsisVertical, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { lateMenu } from '@/components/ui/menu'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import { modeOf, standing, stateOfLink, worthOf, type LinkState, type PayLink } from '../../links'
import { useTrip } from '../../trip-context'
import { useCopyLink } from '../../use-copy-link'

const LinkMenu = lateMenu(() => import('./link-entries').then((file) => file.LinkEntries))

const tones: Record<LinkState, Tone> = { open: 'accent', paid: 'good', expired: 'neutral', void: 'neutral' }

/** Payment links: those that stand, and on a press those that are over. */
export function LinkRows({ links }: { links: readonly PayLink[] }) {
  const t = useTranslations('money')
  const [isWhole, setWhole] = useState(false)
  const { open, over } = standing(links)
  return (
    <section aria-label={t('links')} className="mt-4 border-t pt-3">
      <h3 className="text-sm font-medium">{t('links')}</h3>
      <ul className="divide-y">
        {(isWhole ? [...open, ...over] : open).map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
      {over.length > 0 && (
        <Press
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
          className="flex min-h-10 items-center gap-1.5 text-sm text-soft hover:text-ink pointer-coarse:min-h-11"
        >
          <ChevronDown aria-hidden className={cx('size-4 transition-transform', isWhole && 'rotate-180')} />
          {t('linksOver', { count: over.length })}
        </Press>
      )}
    </section>
  )
}

function Row({ link }: { link: PayLink }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const state = stateOfLink(link)
  const amount = format.money(worthOf(link), trip.currency)
  return (
    <li className="py-2">
      <div className="flex min-h-10 items-center gap-3">
        <Link2 aria-hidden className="size-4 shrink-0 text-faint" />
        <p className="flex grow flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium tabular-nums">{amount}</span>
          <Badge tone={tones[state]}>{t(`link_${state}`)}</Badge>
        </p>
        {state === 'open' && <Deeds link={link} amount={amount} />}
      </div>
      <Facts link={link} state={state} />
    </li>
  )
}

/** What it asks for, until when it is good or since when it is there, and whether somebody looked at it. */
function Facts({ link, state }: { link: PayLink; state: LinkState }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { zone } = useTrip()
  const instant = (at: string) => format.instant(at, zone)
  const when = state === 'open' ? t('linkUntil', { when: instant(link.expires_at) }) : instant(link.created_at)
  const seen = link.opened_at ? t('linkOpened', { when: instant(link.opened_at) }) : t('linkUnopened')
  return (
    <p className="ps-7 text-sm text-faint text-pretty">
      {t(`link_mode_${modeOf(link)}`)} · {seen}
      <span className="block">{when}</span>
    </p>
  )
}

function Deeds({ link, amount }: { link: PayLink; amount: string }) {
  const t = useTranslations('money')
  const copy = useCopyLink()
  const label = t('moreLink', { amount })
  return (
    <div className="-me-2 flex shrink-0">
      <IconButton label={t('linkCopy')} onPress={() => copy(link.url)}>
        <Copy aria-hidden className="size-4" />
      </IconButton>
      <LinkMenu label={label} of={{ link }}>
        <IconButton label={label}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </LinkMenu>
    </div>
  )
}
