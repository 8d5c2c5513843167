// After `next build`: writes out/sw.js, the service worker with the list of all files that the pages of the
// manifest and of the scanner can ask for, also those they load late: without a connection there is no second chance.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const PAGES = ['manifest', 'scanner']
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

const html = PAGES.map((page) => readFileSync(`out/${LOCALE}/${page}.html`, 'utf8')).join('\n')
const assets = closureOf(html).map((name) => `/_next/${name}`)
const payloads = readdirSync(`out/${LOCALE}/${PAGES[0]}`)
  .filter((name) => name.endsWith('.txt'))
  // The page's own name stands in one of them.
  .map((name) => `/${name.replace(`.${PAGES[0]}.`, '.{page}.')}`)
const id = createHash('sha256').update(html).update(assets.join()).digest('hex').slice(0, 12)
const build = JSON.stringify({ id, assets, payloads: ['.txt', ...payloads.sort()] })
writeFileSync('out/sw.js', `const BUILD = ${build}\n${readFileSync('scripts/worker/sw.js', 'utf8')}`)
console.log(`worker: ${assets.length} files`)
