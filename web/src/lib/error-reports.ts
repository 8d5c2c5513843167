import { useEffect } from 'react'
import type { AppInit } from '@/api/models'
import { useSession } from './session'

type Settings = AppInit['errorReports']
type Crash = { error: unknown; reference: string }

declare global {
  interface Window {
    /** What screens have shown as a failure: until it can be reported, a list (widget/src/error-reports/start.ts). */
    outfitterCrashes?: { push: (crash: Crash) => unknown }
  }
}

/** Have a failure reported that a screen has caught and shown, under the id it was shown with. */
export function noteCrash(error: unknown, reference: string): void {
  const waiting: Crash[] = []
  const crashes = (window.outfitterCrashes ??= waiting)
  crashes.push({ error, reference })
}

/** Loads what reports errors, once, where whoever hosts this wants to hear of them; else nothing. */
export function loadReports(settings: Settings | undefined): void {
  if (!settings || document.querySelector('script[data-error-reports]')) return
  const script = document.createElement('script')
  script.type = 'module'
  script.src = settings.script
  script.dataset.errorReports = JSON.stringify(settings)
  document.head.append(script)
}

/** Reports the errors of these screens once it is known that somebody wants to hear of them. */
export function useErrorReports(): void {
  const settings = useSession()?.errorReports
  useEffect(() => loadReports(settings), [settings])
}
