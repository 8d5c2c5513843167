/** Keeps the page for a tablet that is switched on where there is no connection. */

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
 * Has the page at this path kept with the files it is made of and what it asks for at `addresses`, so that a tablet
 * restarts with them. `load` fetches what is to be kept and is not in use yet. Where nothing can be kept, the page
 * works as long as it stays open.
 */
export async function keepPage(path: string, load: () => Promise<unknown>, addresses: string[] = []): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const worker = await workerAtWork(path)
    if (!worker) return
    await load()
    const pages = [path, ...addresses].map((one) => location.origin + one)
    const done = new MessageChannel()
    done.port1.onmessage = () => (document.documentElement.dataset.kept = 'true')
    worker.postMessage({ keep: [...pages, ...new Set(filesInUse())] }, [done.port2])
  } catch {
    // Refused or interrupted: the next start tries again.
  }
}
