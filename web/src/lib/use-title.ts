'use client'
import { useEffect } from 'react'

/** Name the browser's tab after the screen, for as long as it stands. */
export function useTitle(title: string) {
  useEffect(() => {
    const full = `${title} · Outfitter`
    const put = () => {
      if (document.title !== full) document.title = full
    }
    put()
    // React puts the page's own <title> back when it takes over the head later than the screen.
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [title])
}
