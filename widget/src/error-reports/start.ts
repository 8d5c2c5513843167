/** Runs where the page names it, which is where errors are reported. */
import { startReports, type Crash, type Settings } from './reporter'

declare global {
  interface Window {
    /** Failures that screens have shown before this was here; afterwards it is told of each at once. */
    outfitterCrashes?: { push: (crash: Crash) => unknown; splice?: (from: number) => Crash[] }
  }
}

const element = document.querySelector<HTMLScriptElement>('script[data-error-reports]')
const settings = element?.dataset['errorReports']
if (settings) {
  const report = startReports(JSON.parse(settings) as Settings, location.pathname)
  const before = window.outfitterCrashes?.splice?.(0) ?? []
  window.outfitterCrashes = { push: report }
  before.forEach(report)
}
