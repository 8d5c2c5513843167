import { useEffect, useState } from 'react'
import { ApiError } from '../api'
import { keepKiosk, keptKiosk } from './kept-kiosk'
import { open } from './server'
import type { Kiosk } from './types'

const AGAIN_MS = 10_000

export type Opened = {
  kiosk: Kiosk | null
  /** As it was at the last start, while there is no connection. */
  known: Kiosk | null
  problem: 'offline' | 'unpaired' | null
}

/** What the page begins with, asked again until there is an answer: at once when the connection is back. */
export function useKiosk(token: string | null): Opened {
  const [known] = useState(keptKiosk)
  const [opened, setOpened] = useState<Omit<Opened, 'known'>>({ kiosk: null, problem: token ? null : 'unpaired' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!token) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => setAttempt((count) => count + 1)
    open(token).then(
      (kiosk) => {
        keepKiosk(kiosk)
        if (isCurrent) setOpened({ kiosk, problem: null })
      },
      (error: unknown) => {
        if (!isCurrent) return
        const isRefused = error instanceof ApiError && error.status === 403
        setOpened({ kiosk: null, problem: isRefused ? 'unpaired' : 'offline' })
        timer = setTimeout(again, AGAIN_MS)
        addEventListener('online', again)
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [token, attempt])
  return { ...opened, known: opened.kiosk ?? known }
}
