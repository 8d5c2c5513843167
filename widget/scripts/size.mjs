// Fails the build when what a visitor downloads outgrows its budget (bytes after brotli, as they are sent).
import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const KB = 1000
const dist = new URL('../dist/', import.meta.url)
const read = (file) => readFileSync(new URL(file, dist))
const chunks = (name) => JSON.parse(read(`.vite/${name}.json`))
const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
const packed = (body) => brotliCompressSync(Buffer.from(body), { params }).length
const brotli = (file) => packed(read(file))

/** Every file that a page needs before it can be used: its scripts and its styles. */
function filesOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key]
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/** The page as it is sent, with one language's messages written into it: the heaviest one counts. */
function document(file, page) {
  const folder = `${readdirSync(new URL('assets/', dist)).find((name) => name.startsWith('messages-'))}/${page}/`
  const languages = readdirSync(new URL(`assets/${folder}`, dist)).filter((name) => name.endsWith('.json'))
  const body = read(file).toString()
  const place = '></script>\n  </body>'
  const sent = (words) => (body.includes(place) ? packed(body.replace(place, `>${words}${place.slice(1)}`)) : packed(body) + packed(words))
  return Math.max(...languages.map((name) => sent(read(`assets/${folder}${name}`))))
}

const sum = (files) => [...files].reduce((total, file) => total + brotli(file), 0)
const main = chunks('manifest')
// The page has its style in it; the file of it is for the trip builder's.
const scriptsOf = (key) => [...filesOf(main, key)].filter((file) => file.endsWith('.js'))
const first = Object.keys(main).find((key) => main[key].name === 'first')
const calendar = filesOf(main, 'src/calendar/start.ts')
const further = [...filesOf(main, 'tripBuilder.html')].filter((file) => !calendar.has(file))

const rows = [
  ['loader', brotli('embed.js'), 1.5],
  ['calendar, drawn', sum(scriptsOf(first)) + document('calendar.html', 'calendar'), 5],
  ['calendar frame', sum(scriptsOf('src/calendar/start.ts')) + document('calendar.html', 'calendar'), 12],
  ['trip builder, on top', sum(further) + document('tripBuilder.html', 'trip'), 25],
  ['payment page', sum(filesOf(chunks('pay'), 'pay.html')) + document('pay.html', 'pay'), 25],
  ['signing page', sum(filesOf(chunks('pay'), 'sign.html')) + document('sign.html', 'sign'), 25],
  ['kiosk', sum(filesOf(chunks('pay'), 'kiosk.html')) + document('kiosk.html', 'kiosk'), 25],
  // Its style stands in the page.
  ["customer's page", sum([...filesOf(chunks('pay'), 'portal.html')].filter((file) => file.endsWith('.js'))) + document('portal.html', 'portal'), 45],
]
let isOver = false
// Nothing waits for a style sheet of what is loaded later: such styles stand in the script (`adopt`).
for (const { isDynamicEntry, css, file } of Object.values(main)) {
  if (!isDynamicEntry || !css) continue
  console.error(`${file} needs ${css}, which nobody loads`)
  isOver = true
}
// What is loaded later is taken by name, and only a visitor would find out that a name is not there.
const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'))
const code = Object.fromEntries(scripts.map((name) => [name, read(`assets/${name}`).toString()]))
for (const name of scripts) {
  for (const [, file, taken] of code[name].matchAll(/import\([`"']\.\/([^`"']+)[`"']\)\.then\((?:e|\(e\))=>e\.([\w$]+)\)/g)) {
    const offered = /export\{([^}]*)\};?\s*$/.exec(code[file] ?? '')?.[1].split(',').map((one) => one.split(' as ').pop())
    if (offered?.includes(taken)) continue
    console.error(`${name} takes ${taken} of ${file}, which lacks it`)
    isOver = true
  }
}
// Files have hashes in their names, which weigh a few bytes more or less from one build to the next:
// what counts is what is printed.
for (const [name, size, budget] of rows) {
  const shown = (size / KB).toFixed(2)
  const isMore = Number(shown) > budget
  console.log(`${name.padEnd(20)} ${shown.padStart(6)} kB of ${budget} kB brotli  ${isMore ? 'OVER' : 'ok'}`)
  isOver ||= isMore
}
process.exit(isOver ? 1 : 0)
