'use client'
import { ChevronsUpDown } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Button } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { Mark } from '@/components/ui/brand'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { splitLocale } from '@/routes'
import type { NavItem } from '../nav'
import { UserMenu } from './user-menu'

export type FrameProps = { items: NavItem[]; session: AppInit | undefined; onHelp: () => void }

/** The left rail of wide screens. */
export function Rail({ items, session, onHelp }: FrameProps) {
  return (
    <header className="fixed inset-y-0 left-0 z-20 hidden w-52 flex-col border-r bg-surface p-3 md:flex">
      <div className="flex min-h-10 items-center gap-3 px-1">
        <Mark className="size-8 shrink-0" />
        {session ? (
          <span className="line-clamp-2 leading-tight font-semibold text-balance">{session.account.name}</span>
        ) : (
          <Skeleton className="h-4 w-28" />
        )}
      </div>
      <Places items={items} />
      <div className="mt-auto">
        {session && (
          <UserMenu session={session} onHelp={onHelp}>
            <Button className="flex w-full items-center gap-3 rounded-md p-2 text-left hover:bg-sunken">
              <Avatar name={session.userAvatar.name} color={session.userAvatar.color} />
              <span className="min-w-0 grow leading-tight">
                <span className="block truncate text-sm font-medium">{session.userAvatar.name}</span>
                <span className="block truncate text-xs text-faint">{session.userAvatar.role.name}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
            </Button>
          </UserMenu>
        )}
      </div>
    </header>
  )
}

function Places({ items }: { items: NavItem[] }) {
  const t = useTranslations('shell')
  const { path } = splitLocale(usePathname())
  return (
    <nav aria-label={t('nav')} className="mt-5 flex flex-col gap-0.5">
      {items.map((item) => (
        <AppLink
          key={item.to}
          to={item.to}
          params={{}}
          aria-current={path.startsWith(item.under) ? 'page' : undefined}
          className={cx(
            'flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium transition-colors',
            path.startsWith(item.under) ? 'bg-accent-wash text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
          )}
        >
          <item.icon aria-hidden className="size-[18px]" />
          {t(item.to)}
        </AppLink>
      ))}
    </nav>
  )
}
