import { useEffect, useState } from 'react'
import { speak } from '../api'
import { isRightToLeft } from '../locale'
import { loadKioskMessages, type KioskMessages } from '../messages/kiosk'
import type { KioskLanguage } from './language'

type Words = { language: KioskLanguage; messages: KioskMessages }

/** The words of a language; until they are there, those before. */
export function useKioskWords(language: KioskLanguage): Words | null {
  const [words, setWords] = useState<Words | null>(null)
  useEffect(() => {
    let isCurrent = true
    speak([language])
    loadKioskMessages(language)
      .catch(() => loadKioskMessages('en'))
      .then((messages) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
        setWords({ language, messages })
      })
    return () => void (isCurrent = false)
  }, [language])
  return words
}
