'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { afterRest } from '@/lib/after-rest'
import { onFirstToast } from '@/lib/toast'

const load = () => import('./toast-place')
const ToastPlace = lazy(load)

const IDLE_MS = 4000

/** Where short messages appear; what draws them comes when the page has nothing else to do, or with the first. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    // A message about a lost connection could not be fetched any more.
    const leave = afterRest(IDLE_MS, load)
    const forget = onFirstToast(() => setWanted(true))
    return () => {
      leave()
      forget()
    }
  }, [])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastPlace />
    </Suspense>
  )
}
