import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it, test } from 'vitest'
import { sources } from '@/messages/scan'

// What people wrote may run from right to left. Beside other text it has to stand in a `bdi`, and in a longer string
// behind `isolate`: else an Arabic name takes the number or the dot behind it along, and the line reads in another order.

const written =
  /^(name|title|label|note|comment|body|description|group_name|company|reason|experience_name|guest_name|contact_name|recipient_name|sender_name|meeting_point)$/
const made = /^(fullName|nameOf|guestName)$/

/** Whether an expression is something that people wrote, by what it is called. */
function isWritten(node: ts.Expression | undefined): boolean {
  if (!node) return false
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return isWritten(node.expression)
  if (ts.isPropertyAccessExpression(node)) return written.test(node.name.text)
  if (ts.isIdentifier(node)) return /^(name|who)$/.test(node.text)
  if (ts.isCallExpression(node)) return made.test(node.expression.getText())
  if (ts.isBinaryExpression(node) && /^(\|\||\?\?)$/.test(node.operatorToken.getText()))
    return isWritten(node.left) || isWritten(node.right)
  return ts.isConditionalExpression(node) && (isWritten(node.whenTrue) || isWritten(node.whenFalse))
}

const says = (child: ts.JsxChild) =>
  !(ts.isJsxText(child) && child.text.trim() === '') && !(ts.isJsxExpression(child) && !child.expression)

/** The places of a file where what people wrote touches other text. */
function touching(text: string, kind = ts.ScriptKind.TSX): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(says)
      const isApart = ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'bdi'
      for (const child of children.length > 1 && !isApart ? children : [])
        if (ts.isJsxExpression(child) && isWritten(child.expression)) found.push(child.getText())
    }
    if (ts.isTemplateExpression(node)) {
      const around = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((one) => one.text).join('')
      const isSentence = /[ “×]/.test(around) && !around.includes('=')
      if (isSentence && node.templateSpans.some(({ expression }) => isWritten(expression))) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, kind))
  return found
}

/** What no reader sees: what is searched through, keys, and the messages of crashes. */
const unseen = [
  'components/settings/example.tsx',
  'components/charts/frame.tsx',
  'features/components/',
  'features/register/components/chooser-screen.tsx',
  'features/trip/components/dialogs/products-drawer.tsx',
  'lib/crash.ts',
]

describe('what people wrote', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const found = sources(root)
    .map((path) => [path.replace(root, ''), path] as const)
    .filter(([name]) => !name.endsWith('.d.ts') && !unseen.some((one) => name.startsWith(one)))
    .flatMap(([name, path]) => {
      const places = touching(readFileSync(path, 'utf8'), path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
      return places.map((place) => `${name}: ${place}`)
    })

  it('touches no other text', () => {
    expect(found).toEqual([])
  })
})

test.each([
  ['<p>{trip.name} ({n})</p>', 1],
  ['<p>{fullName(guest) || t("nobody")} <b>x</b></p>', 1],
  ['<p><bdi>{trip.name}</bdi> ({n})</p>', 0],
  ['<p>{trip.name}</p>', 0],
  ['`${n} × ${one.name}`', 1],
  ['`${n} × ${isolate(one.name)}`', 0],
  ['`kind_${name}`', 0],
])('%s touches other text %d times', (code, count) => {
  expect(touching(code)).toHaveLength(count)
})
