'use client'
import { useEffect } from 'react'

/** Name the browser's tab after the screen. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Outfitter`
  }, [title])
}
