// After `next build`: hash the inline scripts and styles of every page, so that the server can send a
// strict Content-Security-Policy although the pages are static. Writes out/csp.json, {file: policy}.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g
const sha256 = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

// What react-aria puts into the page while a dialog is open on an iPhone, or it would scroll behind it.
const scrollLock = /style\.textContent = `\n(@layer \{\n {2}\* \{\n {4}overscroll-behavior: contain;\n {2}\}\n\})`/
const library = 'node_modules/react-aria/dist/private/overlays/usePreventScroll.mjs'
const locked = scrollLock.exec(readFileSync(library, 'utf8'))?.[1]
if (!locked) throw new Error(`csp: the style that ${library} injects is another one now; look at it.`)

const hashes = (html, kind) => [...new Set([...html.matchAll(kind)].map(([, code]) => sha256(code)))]

// What react-aria hides from view by a style attribute is hidden by a class of ours: such attributes
// in a page are refused, and React leaves attributes of a page as they are when it takes over.
const hiddenByStyle =
  /(<(?:span|div)) style="border:0;clip:rect\(0 0 0 0\);clip-path:inset\(50%\);height:1px;margin:-1px;overflow:hidden;padding:0;position:(?:absolute|fixed);width:1px;white-space:nowrap(?:;top:0;left:0)?"/g

function withoutStyles(file) {
  const before = readFileSync(`out/${file}`, 'utf8')
  const html = before.replace(hiddenByStyle, '$1 class="sr-only"')
  if (html !== before) writeFileSync(`out/${file}`, html)
  return html
}

function policyOf(file, html) {
  const markup = html.replace(inlineScript, '')
  const attribute = /<[a-z][^<>]*\sstyle="[^"]*"[^<>]*>/.exec(markup)
  if (attribute) throw new Error(`csp: ${file} has a style attribute: ${attribute[0]}`)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes(html, inlineScript)].join(' '),
    ['style-src', "'self'", sha256(locked), ...hashes(html, inlineStyle)].join(' '),
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
const policies = Object.fromEntries(pages.map((file) => [file, policyOf(file, withoutStyles(file))]))
writeFileSync('out/csp.json', JSON.stringify(policies, null, 1))
console.log(`csp: ${pages.length} pages`)
