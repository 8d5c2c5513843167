'use client'
import { useEffect } from 'react'
import { isolate } from './isolate'

/** What stands on the page now and has a name for the tab; the last one to come names it. */
const wishes: { title: string }[] = []
let observer: MutationObserver | null = null

/**
 * Name the browser's tab after the screen, for as long as it stands.
 *
 * All who wish share one watcher: two of them would take the name from each other for ever.
 */
export function useTitle(title: string) {
  useEffect(() => {
    const wish = { title: `${isolate(title)} · Outfitter` }
    wishes.push(wish)
    put()
    watch()
    return () => {
      wishes.splice(wishes.indexOf(wish), 1)
      put()
      watch()
    }
  }, [title])
}

function put() {
  const wish = wishes.at(-1)
  if (wish && document.title !== wish.title) document.title = wish.title
}

/** React puts the page's own <title> back when it takes over the head later than the screen. */
function watch() {
  if (wishes.length === 0) {
    observer?.disconnect()
    observer = null
  } else if (!observer) {
    observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  }
}
