/**
 * Texts that operators format. The server cleans them when they are written; here they are written anew,
 * element by element, from the few that it lets through: no markup of anybody is trusted by a page that sells.
 */
const TAGS = new Set(['P', 'BR', 'UL', 'OL', 'LI', 'STRONG', 'EM', 'B', 'I', 'H2', 'H3', 'H4', 'A'])
/** What is in these is no text. */
const UNREAD = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'SVG', 'MATH', 'NOSCRIPT', 'TEXTAREA', 'TITLE'])
const LINK = /^(https:|mailto:|tel:)/i

function copyOf(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.nodeValue ?? '')]
  if (!(node instanceof Element) || UNREAD.has(node.nodeName.toUpperCase())) return []
  const inside = [...node.childNodes].flatMap(copyOf)
  if (!TAGS.has(node.nodeName)) return inside
  const copy = document.createElement(node.localName)
  const href = node.getAttribute('href')?.trim()
  // Another page opens beside this one: what is being bought stays.
  if (copy instanceof HTMLAnchorElement && href && LINK.test(href)) Object.assign(copy, { href, target: '_blank', rel: 'noopener noreferrer' })
  copy.append(...inside)
  return [copy]
}

/** The elements of an operator's text; nothing in it runs, loads or dresses itself. */
export const operatorNodes = (html: string): Node[] => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].flatMap(copyOf)
