'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useErrorReports } from '@/lib/error-reports'
import { useKeptSession } from '@/lib/session'
import { OverlayProvider, type Overlay } from '../overlays'
import { useCurrentRoute } from '../use-place'
import { Gate } from './gate'
import { OfflineBanner } from './offline-banner'
import { Overlays } from './overlays'
import { BottomBar, TopBar } from './phone-bars'
import { Rail } from './rail'
import { ShellKeys } from './shell-keys'

const around = 'pb-[calc(56px+env(safe-area-inset-bottom))] md:pb-0 md:pl-56 md:in-data-[rail=slim]:pl-15 print:p-0!'

/** Everything around a back-office screen: rail or bars, banner, windows, keys. */
export function OfficeFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  useKeptSession()
  useErrorReports()
  return (
    <OverlayProvider value={setOverlay}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <ShellKeys />
      <Rail />
      <div className={cx(around, overlay === 'help' && 'xl:pr-96')}>
        <TopBar />
        <OfflineBanner />
        <main id="main" tabIndex={-1} className="outline-none">
          <Gate route={useCurrentRoute()}>{children}</Gate>
        </main>
      </div>
      <BottomBar />
      <Overlays overlay={overlay} onClose={() => setOverlay(null)} />
    </OverlayProvider>
  )
}
