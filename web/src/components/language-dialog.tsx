'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { doorLanguage, languageName, languages, switchLanguage } from '@/lib/languages'
import { saveOwnLanguage } from '@/lib/own-language'
import { sessionQuery } from '@/lib/session'
import type { Locale } from '@/routes'
import { Dialog } from './ui/dialog'

/** Choose the language of everything; it is kept with the login of who is signed in. */
export function LanguageDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('common')
  const current = useLocale()
  const choose = useChoose()
  return (
    <Dialog title={t('chooseLanguage')} isOpen={isOpen} onClose={onClose}>
      <ul className="grid grid-cols-2 gap-1 sm:grid-cols-3">
        {languages.map((locale) => (
          <li key={locale}>
            <button
              lang={locale}
              aria-current={locale === current || undefined}
              onClick={() => void choose(locale)}
              className="flex min-h-11 w-full items-center justify-between gap-2 rounded-md px-3 text-left hover:bg-sunken aria-[current]:bg-accent-wash aria-[current]:text-accent"
            >
              {languageName(locale)}
              {locale === current && <Check aria-hidden className="size-4" />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function useChoose() {
  const queries = useQueryClient()
  return async (locale: Locale) => {
    if (queries.getQueryData(sessionQuery.queryKey)) await saveOwnLanguage(locale)
    else doorLanguage.set(locale)
    switchLanguage(locale)
  }
}
