'use client'
import { useRef, type KeyboardEvent } from 'react'
import type { Key, Option } from './option-types'

const PAUSE_MS = 1000

/** A closed list answers to typing, as the browser's own does: the arrows go on, letters find a name. */
export function useTypedChoice<K extends Key>(options: Option<K>[], value: K | null, onChange: (value: K) => void) {
  const typed = useRef({ text: '', at: 0 })
  const find = (letter: string): Option<K> | undefined => {
    const isNew = Date.now() - typed.current.at > PAUSE_MS
    const text = (isNew ? '' : typed.current.text) + letter.toLocaleLowerCase()
    typed.current = { text, at: Date.now() }
    return options.find((option) => option.name.toLocaleLowerCase().startsWith(text))
  }
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = options.findIndex((option) => option.id === value)
    const isWord = event.key.length === 1 && (event.key !== ' ' || Date.now() - typed.current.at < PAUSE_MS)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = isWord ? find(event.key) : step ? options[at + step] : undefined
    if (isWord || step) event.preventDefault()
    if (next && next.id !== value) onChange(next.id)
  }
}
