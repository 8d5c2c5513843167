'use client'
import { CircleUserRound } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Button } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { splitLocale } from '@/routes'
import type { FrameProps } from './rail'
import { UserMenu } from './user-menu'

const place = 'flex min-h-16 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium'

/** The bar under a thumb on phones. */
export function BottomBar({ items, session, onHelp }: FrameProps) {
  const t = useTranslations('shell')
  const { path } = splitLocale(usePathname())
  return (
    <nav
      aria-label={t('nav')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.map((item) => (
        <AppLink
          key={item.to}
          to={item.to}
          params={{}}
          aria-current={path.startsWith(item.under) ? 'page' : undefined}
          className={cx(place, path.startsWith(item.under) ? 'text-accent' : 'text-soft')}
        >
          <item.icon aria-hidden className="size-5" />
          {t(item.to)}
        </AppLink>
      ))}
      {session && (
        <UserMenu session={session} onHelp={onHelp}>
          <Button className={cx(place, 'text-soft')}>
            <CircleUserRound aria-hidden className="size-5" />
            {t('account')}
          </Button>
        </UserMenu>
      )}
    </nav>
  )
}
