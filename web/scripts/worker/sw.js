// Keeps the pages of the manifest and of the scanner, and everything they are made of, so that they open without a connection.
// Guests' data never passes here: the page keeps the day itself, for its person only.
// `BUILD` is put in front of this file when the screens are exported (scripts/worker.mjs).
/* global BUILD, self, caches */

const NAME = `outfitter-${BUILD.id}`
const PAGE = /^(\/[a-z]{2})?\/(?:manifest|scanner)(?:\.txt|\/__next\.[^/]+\.txt)?$/
const HOME = /^\/(?:[a-z]{2})?$/
const PATIENCE_MS = 4000
const anyWay = { ignoreSearch: true, ignoreVary: true }

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(BUILD.assets)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

// A page says where it is and which fonts it uses; what earlier builds left goes once it is all here.
self.addEventListener('message', (event) => {
  const { page, fonts } = event.data ?? {}
  if (typeof page === 'string' && PAGE.test(page)) event.waitUntil(keepPage(page, fonts ?? []))
})

async function keepPage(page, fonts) {
  const cache = await caches.open(NAME)
  const payloads = BUILD.payloads.map((suffix) => page + suffix.replace('{page}', page.split('/').pop()))
  await Promise.all([page, ...payloads, ...fonts].map((url) => renew(cache, url)))
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('outfitter-') && name !== NAME).map((one) => caches.delete(one)),
  )
}

async function renew(cache, url) {
  const isAsset = url.startsWith('/_next/static/')
  if (isAsset && (await cache.match(url, anyWay))) return
  const answer = await fetch(url)
  if (answer.ok && !answer.redirected) await cache.put(url, answer)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/_next/static/')) event.respondWith(assetOf(request))
  else if (PAGE.test(url.pathname)) event.respondWith(pageOf(event, url.pathname))
  else if (request.mode === 'navigate' && HOME.test(url.pathname)) event.respondWith(homeOf(request, url.pathname))
})

async function assetOf(request) {
  return (await caches.match(request, anyWay)) ?? fetch(request)
}

/** The newest page that can be had in good time, else the kept one. */
async function pageOf(event, path) {
  const cache = await caches.open(NAME)
  const fresh = fetch(event.request).then((answer) => {
    if (answer.ok && !answer.redirected) event.waitUntil(cache.put(path, answer.clone()))
    return answer
  })
  const kept = await caches.match(path, anyWay)
  if (!kept) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([fresh.catch(() => kept), late])
}

/** The front door leads to the manifest when there is no way out. */
async function homeOf(request, path) {
  const page = `${path === '/' ? '' : path}/manifest`
  return fetch(request).catch(async (error) => {
    if (await caches.match(page, anyWay)) return Response.redirect(page)
    throw error
  })
}
