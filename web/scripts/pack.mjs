// After a build: beside every file worth it one packed with brotli and one with gzip, which the server
// sends to browsers that take them. `node pack.mjs <folder>`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2] ?? 'out'
const packable = /\.(html|js|css|svg|txt|json)$/
const MIN_BYTES = 1024

// What is loaded once and kept for a year is packed as small as can be; pages change with every build.
const brotli = (body, isKept) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 11 : 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

let count = 0
for (const entry of readdirSync(folder, { recursive: true })) {
  const file = `${folder}/${entry}`
  if (!packable.test(file)) continue
  const body = readFileSync(file)
  if (body.length < MIN_BYTES) continue
  writeFileSync(`${file}.br`, brotli(body, /\.(js|css|svg)$/.test(file)))
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  count += 1
}
console.log(`pack: ${count} files`)
