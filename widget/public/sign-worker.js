// Keeps the page to sign on and the kiosk's, so that a tablet at the desk starts where there is no connection.
// What guests enter never passes here: they sign on the page, which keeps it itself until it is sent.
/* global self, caches */

// Each page keeps files of its own: what one no longer needs is dropped without asking the other.
const NAME = new URL(self.registration.scope).pathname.includes('/kiosk') ? 'kiosk' : 'waiver-portal'
const PATIENCE_MS = 4000
const PAGE = /^(\/[a-z]{2})?\/(waiverPortal|kiosk)\/?$/
// Made for one build, with its hash in the address; and the operator's logo.
const FILE = /^\/(?:widgets\/assets|media)\//
const TEMPLATES = '/api/waiverPortal/init'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A page that opened before its worker did names what it is made of.
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {}
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep, event.ports[0]))
})

async function keepAll(addresses, port) {
  const cache = await caches.open(NAME)
  const missing = []
  for (const address of addresses) if (!FILE.test(new URL(address).pathname) || !(await cache.match(address))) missing.push(address)
  await cache.addAll(missing)
  // What an earlier build left is no part of any page that can still be opened.
  const known = new Set(addresses)
  for (const { url } of await cache.keys()) if (!known.has(url) && FILE.test(new URL(url).pathname)) await cache.delete(url)
  port?.postMessage('kept')
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (FILE.test(url.pathname)) event.respondWith(fileOf(request))
  else if (PAGE.test(url.pathname) || isOfNoTrip(url)) event.respondWith(newestOf(event, request.mode === 'navigate' ? url.origin + url.pathname : request.url))
})

/** What can be signed here without a trip: texts, and nothing about anybody. */
const isOfNoTrip = (url) => url.pathname === TEMPLATES && !url.searchParams.has('hash')

async function fileOf(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** The newest that can be had in good time, else what is kept. */
async function newestOf(event, address) {
  const cache = await caches.open(NAME)
  const fresh = fetch(event.request).then((answer) => {
    if (answer.ok && !answer.redirected) event.waitUntil(cache.put(address, answer.clone()))
    return answer
  })
  const kept = await cache.match(address, { ignoreVary: true })
  if (!kept) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([fresh.catch(() => kept), late])
}
