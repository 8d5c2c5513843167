// Makes src/api/schema.d.ts, the types of the server's answers, from openapi.json; only when that changed.
import { createHash } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const source = new URL('../openapi.json', import.meta.url)
const result = new URL('../src/api/schema.d.ts', import.meta.url)
const makers = ['../package-lock.json', './client.mjs'].map((name) => new URL(name, import.meta.url))

/** The first line of what is made from this very document by these very programs. */
async function stamp() {
  const hash = createHash('sha256')
  for (const file of [source, ...makers]) hash.update(await readFile(file))
  return `// Made by scripts/client.mjs, not kept in git: ${hash.digest('hex')}\n`
}

async function isCurrent(line) {
  const file = await open(result).catch(() => null)
  if (!file) return false
  const { buffer } = await file.read(Buffer.alloc(line.length), 0, line.length, 0)
  await file.close()
  return buffer.toString() === line
}

async function make(line) {
  const { default: openapi, astToString } = await import('openapi-typescript')
  const types = await openapi(source, { defaultNonNullable: false })
  // Put in place whole: a build and a type check may run at once.
  const draft = `${fileURLToPath(result)}.${process.pid}`
  await writeFile(draft, line + astToString(types))
  await rename(draft, result)
}

const line = await stamp()
if (!(await isCurrent(line))) await make(line)
