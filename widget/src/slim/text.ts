/**
 * Draws elements as text, for a document that comes with its first picture (ADR 43): what `draw.ts` makes
 * of them, as HTML. No hooks and no styles: a strict policy allows none in markup, so none may be used there.
 */
import { Fragment, type Content, type Element, type Props } from './draw'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const NAMES: Record<string, string | undefined> = { className: 'class', htmlFor: 'for', viewBox: 'viewBox' }
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const UNSAID = /^(children|ref|key|on[A-Z].*)$/

export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

function attributeOf(name: string, value: unknown): string {
  if (UNSAID.test(name)) return ''
  if (name === 'style') throw new TypeError('Markup cannot have styles of its own.')
  const said = typeof value === 'boolean' && !/^(aria|data)-/.test(name) ? (value ? '' : null) : value
  if (said === null || said === undefined) return ''
  return ` ${NAMES[name] ?? name.toLowerCase()}="${escape(String(said))}"`
}

const attributesOf = (props: Props): string =>
  Object.entries(props)
    .map(([name, value]) => attributeOf(name, value))
    .join('')

/** What is chosen in the list that is written: markup says it at the option. */
let chosen: unknown

/** The HTML of elements. */
export function textOf(content: Content): string {
  if (content === null || content === undefined || typeof content === 'boolean') return ''
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (typeof content !== 'object') return escape(String(content))
  const { type, props } = content as Element
  // React's own fragment is no function.
  if (type === Fragment || typeof type === 'symbol') return textOf(props.children)
  if (typeof type === 'function') return textOf((type as (props: Props) => Content)(props))
  if (type === 'select') {
    const { value, ...others } = props
    chosen = value
    return `<select${attributesOf(others)}>${textOf(props.children)}</select>`
  }
  const isChosen = type === 'option' && props.value === chosen
  const opened = `<${type}${attributesOf(props)}${isChosen ? ' selected=""' : ''}>`
  return VOID.test(type) ? opened : `${opened}${textOf(props.children)}</${type}>`
}
