// Fails the build when what a visitor downloads outgrows its budget (bytes after brotli, as they are sent).
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const KB = 1000
const dist = new URL('../dist/', import.meta.url)
const read = (file) => readFileSync(new URL(file, dist))
const chunks = (name) => JSON.parse(read(`.vite/${name}.json`))
const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
const brotli = (file) => brotliCompressSync(read(file), { params }).length

/** Every file that a page needs before it can be used: its scripts and its styles. */
function filesOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key]
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/** The server writes one language's messages into the page: the heaviest one counts. */
function heaviestLanguage(page) {
  const folder = `${readdirSync(new URL('assets/', dist)).find((name) => name.startsWith('messages-'))}/${page}/`
  return Math.max(...readdirSync(new URL(`assets/${folder}`, dist)).filter((name) => name.endsWith('.json')).map((name) => brotli(`assets/${folder}${name}`)))
}

const sum = (files) => [...files].reduce((total, file) => total + brotli(file), 0)
const main = chunks('manifest')
// Whatever page a file belongs to: the calendar's is the one of that name.
const calendar = filesOf(main, Object.keys(main).find((key) => main[key].name === 'calendar'))
const further = [...filesOf(main, 'tripBuilder.html')].filter((file) => !calendar.has(file))

const rows = [
  ['loader', brotli('embed.js'), 1.5],
  ['calendar frame', sum(calendar) + brotli('calendar.html') + heaviestLanguage('calendar'), 21],
  ['trip builder, on top', sum(further) + brotli('tripBuilder.html') + heaviestLanguage('trip'), 25],
  ['payment page', sum(filesOf(chunks('pay'), 'pay.html')) + brotli('pay.html') + heaviestLanguage('pay'), 25],
]
let isOver = false
for (const [name, size, budget] of rows) {
  const verdict = size > budget * KB ? 'OVER' : 'ok'
  console.log(`${name.padEnd(20)} ${(size / KB).toFixed(2).padStart(6)} kB of ${budget} kB brotli  ${verdict}`)
  isOver ||= size > budget * KB
}
process.exit(isOver ? 1 : 0)
