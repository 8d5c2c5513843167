'use client'
import { Plus, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Press } from '@/components/ui/press'
import { Tooltip } from '@/components/ui/tooltip'
import { useSession } from '@/lib/session'
import { creatablesFor } from '../creatables'
import { useOpen } from '../overlays'
import { loadPalette } from '../load-palette'

/** The door to everything: looks like a field, opens the palette; beside it what can be made. */
export function RailSearch({ isSlim }: { isSlim: boolean }) {
  const session = useSession()
  return (
    <div className="flex gap-1.5 in-data-[rail=slim]:flex-col">
      <SearchButton isSlim={isSlim} />
      {session && creatablesFor(session.permissions).length > 0 && <CreateButton isSlim={isSlim} />}
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

function CreateButton({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('shell')
  const open = useOpen()
  return (
    <Tooltip text={t('create')} placement={isSlim ? 'right' : 'bottom'}>
      <IconButton
        label={t('create')}
        aria-keyshortcuts="n"
        onPress={() => open('create')}
        onHoverStart={loadPalette}
        className="size-9! shrink-0 border in-data-[rail=slim]:w-full! pointer-coarse:size-11!"
      >
        <Plus aria-hidden className="size-[18px]" />
      </IconButton>
    </Tooltip>
  )
}
