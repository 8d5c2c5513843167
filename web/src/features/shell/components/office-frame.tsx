'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { can, useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useHotkeys } from '@/lib/use-hotkeys'
import { navItems } from '../nav'
import { BottomBar } from './bottom-bar'
import { HelpDialog } from './help-dialog'
import { OfflineBanner } from './offline-banner'
import { Rail } from './rail'

/** Everything around a back-office screen: rail or bottom bar, banner, keys. */
export function OfficeFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const session = useSession()
  const go = useGo()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const items = navItems.filter((item) =>
    session ? can(session.permissions, item.permission) : item.to === 'manifest',
  )
  useHotkeys({
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(items.map((item) => [`g ${item.key}`, () => go(item.to, {})])),
  })
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <Rail items={items} session={session} onHelp={() => setHelpOpen(true)} />
      <div className="pb-[calc(64px+env(safe-area-inset-bottom))] md:pb-0 md:pl-52">
        <OfflineBanner />
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      <BottomBar items={items} session={session} onHelp={() => setHelpOpen(true)} />
      <HelpDialog items={items} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}
