// After `next build`: writes out/sw.js, the service worker with the list of all files that the manifest's
// page can ask for, also those it loads late: without a connection there is no second chance.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const PAGE = 'manifest'
const LOCALE = 'en' // the scripts are the same in every language
const mention = /static\/[\w./~-]+\.(?:js|css)/g

/** Every script and style that a file names, and what those name. */
function closureOf(text) {
  const found = new Set()
  const names = [...text.matchAll(mention)].map(([name]) => name)
  while (names.length > 0) {
    const name = names.pop()
    const file = `out/_next/${name}`
    if (found.has(name) || !existsSync(file)) continue
    found.add(name)
    names.push(...[...readFileSync(file, 'utf8').matchAll(mention)].map(([one]) => one))
  }
  return [...found].sort()
}

const html = readFileSync(`out/${LOCALE}/${PAGE}.html`, 'utf8')
const assets = closureOf(html).map((name) => `/_next/${name}`)
const payloads = readdirSync(`out/${LOCALE}/${PAGE}`)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => `/${name}`)
const id = createHash('sha256').update(html).update(assets.join()).digest('hex').slice(0, 12)
const build = JSON.stringify({ id, assets, payloads: ['.txt', ...payloads.sort()] })
writeFileSync('out/sw.js', `const BUILD = ${build}\n${readFileSync('scripts/worker/sw.js', 'utf8')}`)
console.log(`worker: ${assets.length} files`)
