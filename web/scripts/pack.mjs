// After a build: beside every file worth it one packed with brotli and one with gzip, which the server
// sends to browsers that take them. `node pack.mjs <folder>`.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = process.argv[2] ?? 'out'
const packable = /\.(html|js|css|svg|txt|json)$/
const MIN_BYTES = 1024
// Packing happens in Node's own threads; this many files are in memory at once.
const AT_ONCE = 8

// What is loaded once and kept for a year is packed as small as can be; pages change with every build.
const brotli = (body, isKept) =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 11 : 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

// An export holds the same payload under many names: what surrounds the pages of one language is one file
// for each of them. It is packed once. {hash of the content: the packed file's name, once it is there}
const packed = new Map()

async function write(file, body, isKept) {
  await writeFile(`${file}.br`, await brotli(body, isKept))
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
  return file
}

let count = 0

async function pack(file) {
  const body = await readFile(file)
  if (body.length < MIN_BYTES) return
  const isKept = /\.(js|css|svg)$/.test(file)
  const key = `${isKept} ${createHash('sha256').update(body).digest('hex')}`
  const twin = packed.get(key)
  if (!twin) packed.set(key, write(file, body, isKept))
  const first = await packed.get(key)
  if (twin) for (const coding of ['br', 'gz']) await copyFile(`${first}.${coding}`, `${file}.${coding}`)
  count += 1
}

const files = readdirSync(folder, { recursive: true })
  .map((entry) => `${folder}/${entry}`)
  .filter((file) => packable.test(file))
const worker = async () => {
  for (let file = files.pop(); file; file = files.pop()) await pack(file)
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))
console.log(`pack: ${count} files`)
