'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { csrfToken } from '@/api/client'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { buttonClass } from '@/components/ui/button-class'
import { readersLanguage } from '@/lib/languages'
import { Providers } from '@/lib/providers'
import { useHydrated } from '@/lib/use-hydrated'
import { useTitle } from '@/lib/use-title'
import { loadLostWords } from '@/messages/lost'
import { localize } from '@/routes'
import { MissingScreen } from './missing-screen'
import { OfficeFrame } from './office-frame'

type Words = Awaited<ReturnType<typeof loadLostWords>>

/** Who is not signed in here gets no office around the page; asking costs a call only where somebody was. */
async function isStaff(): Promise<boolean> {
  if (!csrfToken()) return false
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  return fetch('/app/init', { headers }).then(
    (answer) => answer.ok,
    () => false,
  )
}

/**
 * The page for addresses that are nobody's. One file serves all of them, so the language comes from
 * the address or the browser, and the office only stands around it for those who work there.
 */
export function LostScreen() {
  return useHydrated() ? <Lost /> : <Frame />
}

function Lost() {
  const [locale] = useState(() => readersLanguage(window.location.pathname, navigator.languages))
  const [state, setState] = useState<{ words: Words; isStaff: boolean } | 'failed' | null>(null)
  useEffect(() => {
    document.documentElement.lang = locale
    Promise.all([loadLostWords(locale), isStaff()]).then(
      ([words, staff]) => setState({ words, isStaff: staff }),
      () => setState('failed'),
    )
  }, [locale])
  if (state === 'failed') return <Wordless />
  if (state === null) return <Frame />
  return (
    <Providers locale={locale} messages={state.words}>
      {state.isStaff ? (
        <OfficeFrame>
          <MissingScreen />
        </OfficeFrame>
      ) : (
        <Visitor locale={locale} />
      )}
    </Providers>
  )
}

function Visitor({ locale }: { locale: string }) {
  const t = useTranslations('shell')
  const tc = useTranslations('common')
  useTitle(t('missingTitle'))
  return (
    <Frame>
      <h1 className="text-2xl font-semibold text-balance">{t('missingTitle')}</h1>
      <p className="text-pretty text-soft">{t('missingPlain')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <a href={localize('/', locale)} className={buttonClass('primary')}>
          {tc('crashStart')}
        </a>
        <LanguageButton />
      </div>
    </Frame>
  )
}

/** Not even words could be fetched. */
function Wordless() {
  return (
    <Frame>
      <h1 className="text-2xl font-semibold">404</h1>
      <a href="/" className={buttonClass('primary')}>
        Outfitter
      </a>
    </Frame>
  )
}

function Frame({ children }: { children?: React.ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 px-6">
      <Mark className="size-10" />
      {children}
    </main>
  )
}
