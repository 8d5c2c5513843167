import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

// Test support: which messages the source asks for. It reads the code and runs nothing.

/** One `t(…)`: the namespace (null when it cannot be told) and what the key is, or only may be. */
export type Use = { namespace: string | null; key: Key; file: string; isCertain: boolean }
export type Key = { kind: 'word'; word: string } | { kind: 'pattern'; parts: string[] } | { kind: 'open' }

/** Names of a block: the namespace of a translator, null when it is not known, undefined for anything else. */
type Scope = Map<string, string | null | undefined>
type File = { path: string; tree: ts.SourceFile; uses: Use[]; words: Set<string>; patterns: string[][] }

/** All source files below a folder but for tests. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/messages\//.test(path))
}

/** Every use of a message in these files, and every word that stands in them. */
export function scan(paths: readonly string[], root: string) {
  const files = new Map(paths.map((path) => [path, readFile(path)]))
  const uses = [...files.values()].flatMap((file) =>
    file.uses.flatMap((use) => (use.key.kind === 'open' ? opened(use, file, files, root) : [use])),
  )
  return { uses, words: new Set([...files.values()].flatMap(({ words }) => [...words])) }
}

export function readFile(path: string, text = readFileSync(path, 'utf8')): File {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const file: File = { path, tree, uses: [], words: new Set(), patterns: [] }
  visit(tree, [new Map()], aliasesOf(tree), file)
  return file
}

const typed = /useTranslations<\s*['"](\w+)['"]/

/** Types such as `type T = ReturnType<typeof useTranslations<'trip'>>`, by name. */
function aliasesOf(tree: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>()
  tree.forEachChild((node) => {
    const namespace = ts.isTypeAliasDeclaration(node) ? typed.exec(node.type.getText())?.[1] : undefined
    if (namespace && ts.isTypeAliasDeclaration(node)) found.set(node.name.text, namespace)
  })
  return found
}

function visit(node: ts.Node, scopes: Scope[], aliases: Map<string, string>, file: File) {
  const isScope = ts.isFunctionLike(node) || ts.isBlock(node)
  const inner: Scope[] = isScope ? [...scopes, new Map()] : scopes
  const here = inner[inner.length - 1]
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
    here?.set(node.name.text, translatorOf(node.initializer))
  }
  if (ts.isParameter(node) && ts.isIdentifier(node.name)) {
    const type = node.type?.getText() ?? ''
    const namespace = typed.exec(type)?.[1] ?? aliases.get(type)
    if (namespace) here?.set(node.name.text, namespace)
    // A translator handed over without its namespace in the type: any namespace may be meant.
    else if (/useTranslations|Translat/.test(type)) here?.set(node.name.text, null)
    else here?.set(node.name.text, undefined)
  }
  if (ts.isCallExpression(node)) note(node, inner, file)
  collectWords(node, file)
  node.forEachChild((child) => visit(child, inner, aliases, file))
}

/** The namespace of `useTranslations('x')`, null for one without a name, undefined for anything else. */
function translatorOf(node: ts.Expression | undefined): string | null | undefined {
  if (!node || !ts.isCallExpression(node) || node.expression.getText() !== 'useTranslations') return undefined
  const [name] = node.arguments
  return name && ts.isStringLiteralLike(name) ? name.text : null
}

function note(call: ts.CallExpression, scopes: readonly Scope[], file: File) {
  const [argument] = call.arguments
  if (!argument) return
  const direct = translatorOf(call.expression)
  const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : call.expression
  const scope = ts.isIdentifier(callee) ? [...scopes].reverse().find((one) => one.has(callee.text)) : undefined
  const namespace = direct ?? (ts.isIdentifier(callee) ? scope?.get(callee.text) : undefined)
  if (namespace === undefined) return
  for (const key of keysOf(argument)) {
    file.uses.push({ namespace, key, file: file.path, isCertain: key.kind !== 'open' })
  }
}

/** What an expression may be, as far as its text tells. */
function keysOf(node: ts.Expression): Key[] {
  if (ts.isStringLiteralLike(node)) return [{ kind: 'word', word: node.text }]
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return keysOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)]
  if (ts.isBinaryExpression(node) && /^(\?\?|\|\|)$/.test(node.operatorToken.getText()))
    return [...keysOf(node.left), ...keysOf(node.right)]
  if (ts.isTemplateExpression(node)) return [{ kind: 'pattern', parts: partsOf(node) }]
  return [{ kind: 'open' }]
}

const partsOf = (node: ts.TemplateExpression) => [
  node.head.text,
  ...node.templateSpans.map((span) => span.literal.text),
]

function collectWords(node: ts.Node, file: File) {
  if (ts.isStringLiteralLike(node)) file.words.add(node.text)
  if ((ts.isPropertyAssignment(node) || ts.isPropertySignature(node)) && ts.isIdentifier(node.name))
    file.words.add(node.name.text)
  if (ts.isShorthandPropertyAssignment(node)) file.words.add(node.name.text)
  if (ts.isTemplateExpression(node)) file.patterns.push(partsOf(node))
}

/** A key that is a variable: any word or pattern of this file, or of one that it imports, may be it. */
function opened(use: Use, file: File, files: ReadonlyMap<string, File>, root: string): Use[] {
  const near = [file, ...importsOf(file, root).flatMap((path) => files.get(path) ?? [])]
  return near.flatMap(({ words, patterns }) => [
    ...[...words].map((word): Use => ({ ...use, key: { kind: 'word', word } })),
    ...patterns.map((parts): Use => ({ ...use, key: { kind: 'pattern', parts } })),
  ])
}

function importsOf(file: File, root: string): string[] {
  const names = file.tree.statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier }) => moduleSpecifier)
  return names.flatMap((name) => {
    const text = ts.isStringLiteral(name) ? name.text : ''
    const base = text.startsWith('@/') ? join(root, text.slice(2)) : resolve(dirname(file.path), text)
    return ['.ts', '.tsx', '/index.ts'].map((end) => base + end).filter(existsSync)
  })
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const plain = (word: string) => word.replace(/\W/g, '_')

/** What of a key a pattern leaves open; null when the key is not of that pattern. */
function fillOf(parts: readonly string[], key: string): string[] | null {
  if (parts.join('') === '') return null // `${a}${b}` says nothing
  const found = new RegExp(`^${parts.map(escaped).join('(.+)')}$`).exec(key)
  return found && found.slice(1)
}

/** Answers what a namespace's keys are asked for by. */
export function asker({ uses, words }: ReturnType<typeof scan>) {
  // `can_${code}` with code "team.manage" is often written with _ for the dot.
  const known = new Set([...words].map(plain))
  const by = (namespace: string) => uses.filter((use) => use.namespace === namespace || use.namespace === null)
  return {
    /** Whether some `t(…)` can ask for it: by name, or by a pattern whose open part is a word of the source. */
    isUsed(namespace: string, key: string, prefixes: readonly string[] = []): boolean {
      return by(namespace).some(({ key: asked }) => {
        if (asked.kind === 'word') return asked.word === key
        const fill = asked.kind === 'pattern' ? fillOf(asked.parts, key) : null
        return fill !== null && (prefixes.some((one) => key.startsWith(one)) || fill.every((word) => known.has(word)))
      })
    },
    /** Whether a pattern in the source begins like this: a prefix of the allow-list that nothing uses is stale. */
    hasPattern: (namespace: string, prefix: string): boolean =>
      by(namespace).some(({ key }) => key.kind === 'pattern' && key.parts[0] === prefix),
    /** The uses that no key of their namespace answers. */
    missing: (keysOf: (namespace: string) => readonly string[] | undefined): string[] =>
      uses.flatMap(({ namespace, key, file, isCertain }) => {
        if (!isCertain || namespace === null || key.kind === 'open') return []
        const keys = keysOf(namespace) ?? []
        const isThere =
          key.kind === 'word' ? keys.includes(key.word) : keys.some((one) => fillOf(key.parts, one) !== null)
        const asked = key.kind === 'word' ? key.word : key.parts.join('*')
        return isThere ? [] : [`${file}: ${namespace}.${asked}`]
      }),
  }
}
