import { useCallback, useEffect, useState } from 'react'
import { speak } from '../api'
import { chooseLanguage, directionOf, rememberLanguage, type Offered } from './language'

type Source<Language extends string, Messages> = {
  offered: Offered<Language>
  /** Asks for the messages of one language. */
  load: (language: Language) => Promise<Messages>
  /** What the page came with; its language is the one the server chose. */
  known?: { language: Language; messages: Messages } | null
}

type Words<Language extends string, Messages> = { language: Language; messages: Messages | null }

/** The server names things in the page's language, not in the browser's, which the page may not speak. */
function spoken<Language extends string>(language: Language): Language {
  speak([language])
  return language
}

/** The words of the chosen language, null until they are there, and the way to choose another. */
export function useWords<Language extends string, Messages>(
  path: string,
  { offered, load, known = null }: Source<Language, Messages>,
): [Words<Language, Messages>, (to: Language) => void] {
  const [language, setLanguage] = useState(() => spoken(known?.language ?? chooseLanguage(path, navigator.languages, offered)))
  const [words, setWords] = useState(known)
  const isThere = words?.language === language
  useEffect(() => {
    if (isThere) return
    let isCurrent = true
    load(language)
      .catch(() => load('en' as Language))
      .then((messages) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = directionOf(language)
        setWords({ language, messages })
      })
    return () => void (isCurrent = false)
  }, [language, isThere, load])
  const choose = useCallback((to: Language) => {
    rememberLanguage(to)
    setLanguage(spoken(to))
  }, [])
  // Until the new words are there, the old ones stay in their own language.
  return [words ? { language: words.language, messages: words.messages } : { language, messages: null }, choose]
}
