import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Globe } from '../../icons'
import { isRightToLeft } from '../../languages'
import { findLanguages, PAGE_LANGUAGES, PICKER_LANGUAGES, type NamedLanguage } from '../../language-names'
import type { Model } from '../model'

/** The list closes this long after pointer and focus have left it. */
export const HIDE_DELAY = 150

/** Where a key leads in a list of so many from the one at `index`; null for other keys. */
export function indexForKey(key: string, index: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }
  const next = steps[key]
  return next === undefined ? null : (next + count) % count
}

/** Opens at once, closes late: a pointer may cut a corner on its way to the list. */
function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stay = (): void => clearTimeout(timer.current)
  const leave = (): void => {
    stay()
    timer.current = setTimeout(() => setOpen(false), HIDE_DELAY)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { isOpen, setOpen, stay, leave }
}

type ListProps = { languages: readonly NamedLanguage[]; current: string; onChoose: (code: string) => void; onClose: () => void }

function LanguageList({ languages, current, onChoose, onClose }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const typed = useRef({ text: '', at: 0 })
  useEffect(() => {
    const options = list.current!
    ;(options.querySelector<HTMLElement>('[aria-selected=true]') ?? options.querySelector<HTMLElement>('[role=option]'))?.focus()
  }, [languages])
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const options = [...list.current!.querySelectorAll<HTMLElement>('[role=option]')]
    const index = options.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') return onClose()
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return options[index]?.click()
    }
    const next = indexForKey(event.key, index, options.length)
    if (next !== null) event.preventDefault()
    else if (event.key.length === 1) typed.current = { text: (event.timeStamp - typed.current.at < 800 ? typed.current.text : '') + event.key, at: event.timeStamp }
    else return
    const found = next === null ? languages.indexOf(findLanguages(languages, typed.current.text)[0]!) : next
    options[found]?.focus()
  }
  return (
    <ul role="listbox" className="languages" ref={list} onKeyDown={onKeyDown} aria-labelledby="language">
      {languages.map(({ code, name }) => (
        <li
          role="option"
          key={code}
          lang={code}
          dir={isRightToLeft(code) ? 'rtl' : 'ltr'}
          tabIndex={-1}
          aria-selected={code === current}
          onClick={() => onChoose(code)}
        >
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The languages: the twenty that we speak, and on demand all in which a page can be read. */
export function LanguagePicker({ model: { ui, chooseLanguage } }: { model: Model }) {
  const { isOpen, setOpen, stay, leave } = useOpening()
  const isOther = !PICKER_LANGUAGES.some(({ code }) => code === ui.language)
  const [isAll, setAll] = useState(isOther)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) leave()
  }
  const name = PAGE_LANGUAGES.find(({ code }) => code === ui.language)?.name
  return (
    <div className="language" onMouseEnter={stay} onMouseLeave={leave} onFocusCapture={stay} onBlurCapture={onBlur}>
      <button type="button" className="link" ref={button} aria-haspopup="listbox" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Globe />
        <span className="visually-hidden" id="language">
          {ui.t('language')}
        </span>
        <span lang={ui.language}>{name}</span>
      </button>
      {isOpen && (
        <div className="language-panel">
          <LanguageList
            languages={isAll ? PAGE_LANGUAGES : PICKER_LANGUAGES}
            current={ui.language}
            onClose={close}
            onChoose={(code) => {
              close()
              chooseLanguage(code)
            }}
          />
          {!isAll && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {ui.t('moreLanguages')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
