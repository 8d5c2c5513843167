// Fails the build when what a visitor downloads outgrows its budget (bytes after gzip).
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const KB = 1024
const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
const gzip = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length

/** Every file the page needs before it can be used: its imports, its styles and one language. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

function heaviestLanguage(folder) {
  const keys = Object.keys(manifest).filter((key) => key.startsWith(`src/messages/${folder}/`))
  return Math.max(...keys.map((key) => gzip(manifest[key].file)))
}

function frame(page, folder) {
  const files = [...filesOf(page), page]
  return files.reduce((sum, file) => sum + gzip(file), 0) + heaviestLanguage(folder)
}

const rows = [
  ['loader', gzip('embed.js'), 2 * KB],
  ['calendar frame', frame('calendar.html', 'calendar'), 30 * KB],
  ['trip builder', frame('tripBuilder.html', 'trip'), 60 * KB],
  ['payment page', frame('pay.html', 'pay'), 30 * KB],
]
let isOver = false
for (const [name, size, budget] of rows) {
  const verdict = size > budget ? 'OVER' : 'ok'
  console.log(`${name.padEnd(16)} ${(size / KB).toFixed(1).padStart(6)} kB of ${budget / KB} kB gzip  ${verdict}`)
  isOver ||= size > budget
}
process.exit(isOver ? 1 : 0)
