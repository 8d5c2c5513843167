'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { bind, keyName, makeMatcher, registry, release, type Hotkey } from './hotkeys'

export type { Hotkey } from './hotkeys'

const choosing = '[role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"], [role="spinbutton"]'
const writing = 'textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="searchbox"]'
const ticking = ['checkbox', 'radio', 'button', 'submit', 'reset']

function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const isInput = target instanceof HTMLInputElement && !ticking.includes(target.type)
  return isInput || target.closest(`${writing}, ${choosing}`) !== null
}

function listen() {
  const match = makeMatcher()
  const onKey = (event: KeyboardEvent) => {
    const key = keyName(event)
    if (!key || event.defaultPrevented || event.isComposing || event.repeat) return
    // Ctrl-K also works in a field; a window that is open keeps all keys to itself.
    const isInside = event.target instanceof Element && event.target.closest(choosing) !== null
    if (key.startsWith('mod+') ? isInside : isBusy(event.target)) return
    const found = match(key, (keys) => registry.find(keys) !== undefined, event.timeStamp)
    if (!found) return
    event.preventDefault()
    registry.find(found)?.action()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

let users = 0
let stop = () => {}

/**
 * Keys of a screen or a part of it, for as long as it stands; "?" lists them by their labels.
 *
 * Never while somebody types, never inside an open window or menu.
 */
export function useHotkeys(keys: readonly Hotkey[]) {
  const [id] = useState(() => Symbol('hotkeys'))
  useEffect(() => bind(id, keys))
  useEffect(() => {
    if (users++ === 0) stop = listen()
    return () => {
      release(id)
      if (--users === 0) stop()
    }
  }, [id])
}

const none: readonly Hotkey[] = []

/** The keys that work on the screen that is open. */
export function useHotkeyList(): readonly Hotkey[] {
  return useSyncExternalStore(registry.subscribe, registry.list, () => none)
}
