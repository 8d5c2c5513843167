'use client'
import { CrashScreen } from '@/components/crash-screen'

/** A screen that broke; the way to the others stays. */
export default function ScreenError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <CrashScreen error={error} reset={reset} />
}
