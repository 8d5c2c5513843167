/** Keeps the page for a tablet that is switched on where there is no connection. */
import { loadSignMessages } from '../messages/sign'
import { LANGUAGES } from './language'
import { portalAddress } from './server'

const WORKER = '/waiverPortal/worker.js'
const OURS = /^\/(?:widgets\/assets|media)\//

/** The worker once it is at work; null where the browser runs none. */
async function workerAtWork(scope: string): Promise<ServiceWorker | null> {
  const { installing, waiting, active } = await navigator.serviceWorker.register(WORKER, { scope })
  const worker = installing ?? waiting ?? active
  if (!worker || worker.state === 'activated') return worker
  return new Promise((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      else if (worker.state === 'redundant') resolve(null)
    }),
  )
}

/** The files of ours that this page is made of by now. */
const filesInUse = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && OURS.test(new URL(name).pathname))

/**
 * Has the page at this path, its words and what can be signed on it kept in every language, so that a
 * tablet restarts with them. Where nothing can be kept, the page works as long as it stays open.
 */
export async function keepPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const worker = await workerAtWork(path)
    if (!worker) return
    const languages = LANGUAGES.map(([code]) => code)
    await Promise.all(languages.map(loadSignMessages))
    const pages = [path, ...languages.map((code) => portalAddress(null, code))].map((one) => location.origin + one)
    const done = new MessageChannel()
    done.port1.onmessage = () => (document.documentElement.dataset.kept = 'true')
    worker.postMessage({ keep: [...pages, ...new Set(filesInUse())] }, [done.port2])
  } catch {
    // Refused or interrupted: the next start tries again.
  }
}
