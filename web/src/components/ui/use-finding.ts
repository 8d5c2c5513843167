'use client'
import { useMemo, useState, type ComponentProps, type KeyboardEvent } from 'react'
import type { Option } from './option-types'

export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/** The options that have what was typed in their name, whatever its accents and capitals. */
export function matching(options: Option<string>[], typed: string | null): Option<string>[] {
  const wanted = plain(typed ?? '').trim()
  return wanted ? options.filter((option) => plain(option.name).includes(wanted)) : options
}

type Use = {
  options: Option<string>[]
  value: string | null
  onChange: (value: string) => void
  /** The id of the list; its options are named after it and their place. */
  list: string
}

/** A field that finds an option while one types: arrows move through what was found, Enter takes it. */
export function useFinding({ options, value, onChange, list }: Use) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useMemo(() => (isOpen ? matching(options, typed) : []), [isOpen, options, typed])
  const open = () => {
    setActive(options.findIndex((option) => option.id === value))
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (option: Option<string> | undefined) => {
    if (option && option.id !== value) onChange(option.id)
    close()
  }
  const input: ComponentProps<'input'> = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? list : undefined,
    'aria-activedescendant': isOpen && found[active] ? `${list}-${active}` : undefined,
    value: typed ?? options.find((option) => option.id === value)?.name ?? '',
    onChange: (event) => {
      setTyped(event.target.value)
      setOpen(true)
      setActive(0)
    },
    onFocus: (event) => {
      event.target.select()
      open()
    },
    onClick: open,
    // Whoever typed a whole name and went on meant it.
    onBlur: () => choose(typed ? found.find((option) => plain(option.name) === plain(typed)) : undefined),
    onKeyDown: keysOf({ isOpen, found, active, setActive, open, close, choose }),
  }
  return { isOpen, input, open, close, window: { found, active, onChoose: choose, onClose: close } }
}

type Keys = {
  isOpen: boolean
  found: Option<string>[]
  active: number
  setActive: (place: number) => void
  open: () => void
  close: () => void
  choose: (option: Option<string> | undefined) => void
}

function keysOf({ isOpen, found, active, setActive, open, close, choose }: Keys) {
  return (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || !(step || isOpen)) return
    if (step && isOpen) setActive((active + step + found.length) % Math.max(1, found.length))
    else if (step) open()
    else if (event.key === 'Enter') choose(found[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
