'use client'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { csrfToken } from '@/api/client'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { buttonClass } from '@/components/ui/button-class'
import { useTitle } from '@/lib/use-title'
import { localize } from '@/routes'
import { MissingScreen } from './missing-screen'
import { OfficeFrame } from './office-frame'

/** Whether somebody works here; asking costs a call only where somebody was signed in. */
async function isStaff(): Promise<boolean> {
  if (!csrfToken()) return false
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  return fetch('/app/init', { headers }).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** An address that is nobody's: inside the office for those who work in it, a plain page for everybody else. */
export function LostScreen() {
  const [isInside, setInside] = useState<boolean | null>(null)
  useEffect(() => {
    void isStaff().then(setInside)
  }, [])
  if (!isInside) return <Visitor isKnown={isInside !== null} />
  return (
    <OfficeFrame>
      <MissingScreen />
    </OfficeFrame>
  )
}

function Visitor({ isKnown }: { isKnown: boolean }) {
  const t = useTranslations('shell')
  const tc = useTranslations('common')
  const locale = useLocale()
  useTitle(t('missingTitle'))
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-6">
      <Mark className="size-10" />
      <h1 className="text-2xl font-semibold text-balance">{t('missingTitle')}</h1>
      <p className="text-pretty text-soft">{t('missingPlain')}</p>
      <div className={`mt-2 flex flex-wrap items-center gap-3 ${isKnown ? '' : 'invisible'}`}>
        <a href={localize('/', locale)} className={buttonClass('primary')}>
          {tc('crashStart')}
        </a>
        <LanguageButton />
      </div>
    </main>
  )
}
