const fontsInUse = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.endsWith('.woff2'))
    .map(({ pathname }) => pathname)

/** The worker once it is at work; null where the browser runs none, or not here. */
async function workerAtWork(): Promise<ServiceWorker | null> {
  const { installing, waiting, active } = await navigator.serviceWorker.register('/sw.js')
  const worker = installing ?? waiting ?? active
  if (!worker || worker.state === 'activated') return worker
  return new Promise((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      else if (worker.state === 'redundant') resolve(null)
    }),
  )
}

/** Keep this page, at the address it has, for when there is no connection; while developing nothing is kept. */
export async function keepPage() {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  try {
    const worker = await workerAtWork()
    worker?.postMessage({ page: location.pathname.replace(/\/$/, ''), fonts: fontsInUse() })
  } catch {
    return // refused or interrupted: the page works as before, only not without a connection
  }
}
