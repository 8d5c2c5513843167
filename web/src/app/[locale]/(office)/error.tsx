'use client'
import { ErrorState } from '@/components/ui/states'

/** A screen that broke; the way to the others stays. */
export default function ScreenError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState error={error} onRetry={reset} />
}
