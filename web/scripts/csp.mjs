// After `next build`: hash the inline scripts of every page, so that the server can send a strict
// Content-Security-Policy although the pages are static. Writes out/csp.json, {file: policy}.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const sha256 = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function policyOf(html) {
  const hashes = new Set([...html.matchAll(inlineScript)].map(([, code]) => sha256(code)))
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

const pages = readdirSync('out', { recursive: true })
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const policies = Object.fromEntries(pages.map((file) => [file, policyOf(readFileSync(`out/${file}`, 'utf8'))]))
writeFileSync('out/csp.json', JSON.stringify(policies, null, 1))
console.log(`csp: ${pages.length} pages`)
