import { useCallback, useEffect, useState } from 'react'
import { speak } from '../api'
import { loadSignMessages, type SignMessages } from '../messages/sign'
import { chooseLanguage, directionOf, rememberLanguage, type SignLanguage } from './language'

/** The words of the chosen language, and the way to choose another. */
export function useWords(path: string): [{ language: SignLanguage; messages: SignMessages | null }, (to: SignLanguage) => void] {
  const [language, setLanguage] = useState(() => chooseLanguage(path, navigator.languages))
  const [messages, setMessages] = useState<SignMessages | null>(null)
  useEffect(() => {
    let isCurrent = true
    speak([language])
    loadSignMessages(language)
      .catch(() => loadSignMessages('en'))
      .then((loaded) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = directionOf(language)
        setMessages(loaded)
      })
    return () => void (isCurrent = false)
  }, [language])
  const choose = useCallback((to: SignLanguage) => {
    rememberLanguage(to)
    setLanguage(to)
  }, [])
  return [{ language, messages }, choose]
}
