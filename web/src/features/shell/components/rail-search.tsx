'use client'
import { Plus, Search, TicketPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { Tooltip } from '@/components/ui/tooltip'
import { AppLink } from '@/lib/app-link'
import { can, useSession } from '@/lib/session'
import { creatablesFor } from '../creatables'
import { useOpen } from '../overlays'
import { loadPalette } from '../load-palette'

/** The door to everything: looks like a field, opens the palette; beside it what can be made. */
export function RailSearch({ isSlim }: { isSlim: boolean }) {
  const session = useSession()
  return (
    <div className="space-y-1.5">
      <div className="flex gap-1.5 in-data-[rail=slim]:flex-col">
        <SearchButton isSlim={isSlim} />
        {session && creatablesFor(session.permissions, session.featureFlags).length > 0 && (
          <CreateButton isSlim={isSlim} />
        )}
      </div>
      {session && can(session.permissions, 'trip.create') && <NewTripLink isSlim={isSlim} />}
    </div>
  )
}

function SearchButton({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('shell')
  const open = useOpen()
  const button = (
    <Press
      onPress={() => open('search')}
      onHoverStart={loadPalette}
      onFocus={loadPalette}
      aria-keyshortcuts="/ Control+K Meta+K"
      aria-label={t('find')}
      className="flex min-h-9 min-w-0 grow items-center gap-2.5 rounded-md border bg-canvas px-2.5 text-left text-sm text-faint hover:border-line-strong hover:text-soft pointer-coarse:min-h-11"
    >
      <Search aria-hidden className="size-[18px] shrink-0" />
      <span className="grow truncate in-data-[rail=slim]:hidden">{t('find')}</span>
      <kbd className="rounded border bg-surface px-1.5 font-sans text-xs in-data-[rail=slim]:hidden pointer-coarse:hidden">
        /
      </kbd>
    </Press>
  )
  if (!isSlim) return button
  return (
    <Tooltip text={t('find')} placement="right">
      {button}
    </Tooltip>
  )
}

/** What a front desk does all day, one press away. */
function NewTripLink({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('shell')
  const link = (
    <AppLink
      to="tripNew"
      params={{}}
      aria-keyshortcuts="n"
      aria-label={t('keyNewTrip')}
      className={cx(buttonClass('primary', 'sm'), 'min-h-9! w-full in-data-[rail=slim]:px-0 pointer-coarse:min-h-11!')}
    >
      <TicketPlus aria-hidden className="size-[18px] shrink-0" />
      <span className="truncate in-data-[rail=slim]:hidden">{t('keyNewTrip')}</span>
      <kbd className="font-sans text-xs opacity-80 in-data-[rail=slim]:hidden pointer-coarse:hidden">n</kbd>
    </AppLink>
  )
  if (!isSlim) return link
  return (
    <Tooltip text={t('keyNewTrip')} placement="right">
      {link}
    </Tooltip>
  )
}

function CreateButton({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('shell')
  const open = useOpen()
  return (
    <Tooltip text={t('create')} placement={isSlim ? 'right' : 'bottom'}>
      <IconButton
        label={t('create')}
        aria-keyshortcuts="+"
        onPress={() => open('create')}
        onHoverStart={loadPalette}
        className="size-9! shrink-0 border in-data-[rail=slim]:w-full! pointer-coarse:size-11!"
      >
        <Plus aria-hidden className="size-[18px]" />
      </IconButton>
    </Tooltip>
  )
}
