/**
 * Draws elements and keeps them as they should be: what is used of React, and nothing else of it.
 * Whatever hooks add stands in `react.ts`, so that a calendar that needs none does not load them.
 */
export type Props = { children?: Content; ref?: Ref; [name: string]: unknown }
export type Element = { type: string | Component; props: Props; key: unknown }
export type Content = Element | string | number | boolean | null | undefined | Content[]
export type Component = (props: never) => Content
type Ref = ((dom: DomElement | null) => unknown) | { current: unknown }
type DomElement = globalThis.HTMLElement | SVGElement

/** One element, component or text as it stands in the page. */
export type Instance = {
  element: Element
  parent: Instance | null
  dom: Node | null
  kids: (Instance | null)[]
  isGone: boolean
  /** What hooks keep here. */
  hooks: unknown[]
  /** Run after the picture's elements stand, and when this goes. */
  commit?: () => void
  leave?: () => void
}

const TEXT = '#text'
const SVG = 'http://www.w3.org/2000/svg'
const NAMES: Record<string, string | undefined> = { className: 'class', htmlFor: 'for' }

/** What fields need, and events on their way down: `react.ts` puts it here, for a first look has neither. */
export const more: {
  /** The event that a listener's name stands for. */
  eventOf?: (dom: DomElement, name: string) => string
  /** Properties that say what was chosen. */
  choice?: RegExp
  choose?: (dom: DomElement, name: string, value: unknown) => void
} = {}

export const Fragment = ({ children }: { children?: Content }): Content => children

export const jsx = (type: Element['type'], props: Props, key?: unknown): Element => ({ type, props, key })

/** Set while a component is drawn: its hooks count from the first one. */
export const drawing: { instance: Instance | null; index: number; commits: Instance[] } = { instance: null, index: 0, commits: [] }

function elementOf(content: Content): Element | null {
  if (content === null || content === undefined || typeof content === 'boolean') return null
  if (Array.isArray(content)) return jsx(Fragment as Component, { children: content })
  return typeof content === 'object' ? content : jsx(TEXT, { children: String(content) })
}

const listOf = (content: Content): Content[] => (Array.isArray(content) ? content : [content])

function nodesOf(instance: Instance | null): Node[] {
  return !instance ? [] : instance.dom ? [instance.dom] : instance.kids.flatMap(nodesOf)
}

/** The element of the page that holds what an instance draws. */
function placeOf(instance: Instance): Node {
  let one = instance
  while (!one.dom) one = one.parent!
  return one.dom
}

/** The node that comes after all that an instance draws, in the same place. */
function nodeAfter(instance: Instance): Node | null {
  if (instance.dom || !instance.parent) return null
  const { kids } = instance.parent
  for (const next of kids.slice(kids.indexOf(instance) + 1)) {
    const [node] = nodesOf(next)
    if (node) return node
  }
  return nodeAfter(instance.parent)
}

function listen(dom: DomElement & { on?: Record<string, unknown> }, name: string, work: unknown): void {
  dom.on ??= {}
  const event = more.eventOf?.(dom, name) ?? name.slice(2).toLowerCase()
  if (!(name in dom.on)) dom.addEventListener(event, (happened) => (dom.on![name] as ((event: Event) => void) | null)?.(happened), name.endsWith('Capture'))
  dom.on[name] = work
}

function setProp(dom: DomElement, name: string, value: unknown, before: unknown): void {
  if (name === 'children' || name === 'ref') return
  if (name.startsWith('on')) return listen(dom, name, value)
  if (more.choice?.test(name)) return more.choose!(dom, name, value)
  if (value === before && !standing) return
  const attribute = NAMES[name] ?? name
  // What is said to screen readers is said in words, "false" too; any other attribute is there or not.
  const said = typeof value === 'boolean' && !/^(aria|data)-/.test(name) ? (value ? '' : null) : value
  if (said === null || said === undefined) dom.removeAttribute(attribute)
  else if (dom.getAttribute(attribute) !== String(said)) dom.setAttribute(attribute, String(said))
}

const refer = (ref: Ref | undefined, dom: DomElement | null): void => {
  if (typeof ref === 'function') ref(dom)
  else if (ref) ref.current = dom
}

function update(instance: Instance, element: Element, isNew = false): void {
  const { dom, element: old } = instance
  const { type, props } = element
  // The very same element says the same: whoever keeps one (a day of the calendar) has it drawn once.
  if (element === old && !isNew) return
  instance.element = element
  if (typeof type === 'function') return draw(instance)
  if (type === TEXT) {
    if (dom!.nodeValue !== props.children) dom!.nodeValue = props.children as string
    return
  }
  const host = dom as DomElement
  const before: Props = isNew ? {} : old.props
  // A field's kind decides what its other properties mean, and a list's choice needs its options.
  const names = Object.keys(isNew ? props : { ...before, ...props })
  const set = (name: string): void => setProp(host, name, props[name], before[name])
  if (props.type) set('type')
  for (const name of names) if (!more.choice?.test(name)) set(name)
  reconcile(instance, listOf(props.children))
  for (const name of names) if (more.choice?.test(name)) set(name)
  if (isNew || before.ref !== props.ref) {
    if (!isNew) refer(before.ref, null)
    refer(props.ref, host)
  }
}

/** While a picture is taken over that came with the page: of each place, the node that is next. */
let standing: Map<Node, Node | null> | null = null

/** Everything that stands in a place from the next node on is not what is drawn. */
function clear(place: Node): void {
  for (let node = standing?.get(place); node; node = standing!.get(place)) {
    standing!.set(place, node.nextSibling)
    place.removeChild(node)
  }
}

/** The node that stands where one of this type belongs. */
function takeOver(place: Node, type: string): Node | null {
  const node = standing?.get(place)
  if (!node) return null
  if (node.nodeName.toLowerCase() !== type) {
    clear(place)
    return null
  }
  standing!.set(place, node.nextSibling).set(node, node.firstChild)
  return node
}

function create(place: Node, type: string): Node {
  if (type === TEXT) return document.createTextNode('')
  const isInSvg = type === 'svg' || (place as globalThis.Element).namespaceURI === SVG
  return isInSvg ? document.createElementNS(SVG, type) : document.createElement(type)
}

function make(element: Element, parent: Instance): Instance {
  const { type } = element
  const place = placeOf(parent)
  const dom = typeof type === 'string' ? (takeOver(place, type) ?? create(place, type)) : null
  const instance: Instance = { element, parent, dom, kids: [], isGone: false, hooks: [] }
  update(instance, element, true)
  return instance
}

function remove(instance: Instance, isTop = true): void {
  instance.isGone = true
  instance.leave?.()
  for (const kid of instance.kids) if (kid) remove(kid, false)
  if (instance.dom) refer(instance.element.props.ref, null)
  if (isTop) for (const node of nodesOf(instance)) node.parentNode?.removeChild(node)
}

/** Makes the kids of an instance what they should be, keeping those of the same type in the same place or with the same key. */
function reconcile(instance: Instance, contents: Content[]): void {
  const old = instance.kids
  const used = new Set<Instance>()
  const kids = contents.map((content, index) => {
    const element = elementOf(content)
    if (!element) return null
    const { key, type } = element
    const known = key === undefined || key === null ? old[index] : old.find((one) => one?.element.key === key)
    if (!known || used.has(known) || known.element.type !== type || known.element.key !== key) return make(element, instance)
    used.add(known)
    update(known, element)
    return known
  })
  for (const one of old) if (one && !used.has(one)) remove(one)
  instance.kids = kids
  // What a component has taken over stands already, among others that come after it.
  if (standing && !instance.dom) return
  const place = placeOf(instance)
  clear(place)
  let next = nodeAfter(instance)
  for (const node of kids.flatMap(nodesOf).reverse()) {
    if (node.parentNode !== place || node.nextSibling !== next) place.insertBefore(node, next)
    next = node
  }
}

/** Draws a component, now. */
export function draw(instance: Instance): void {
  const { instance: outer, index } = drawing
  Object.assign(drawing, { instance, index: 0 })
  const { type, props } = instance.element
  let content: Content
  try {
    content = (type as (props: Props) => Content)(props)
  } finally {
    Object.assign(drawing, { instance: outer, index })
  }
  reconcile(instance, listOf(content))
  if (instance.commit) drawing.commits.push(instance)
}

/** What has to happen once everything stands: children first. */
export function settle(): void {
  for (const instance of drawing.commits.splice(0)) if (!instance.isGone) instance.commit?.()
}

export function createRoot(place: globalThis.Element): { render: (content: Content) => void; unmount: () => void } {
  let root: Instance | null = null
  const render = (content: Content): void => {
    if (!root) {
      // Where the page came with its picture, that stays; a place held free goes.
      standing = place.querySelector('main') && new Map([[place, place.firstChild]])
      if (!standing) place.replaceChildren()
    }
    root ??= { element: jsx('', {}), parent: null, dom: place, kids: [], isGone: false, hooks: [] }
    try {
      reconcile(root, [content])
    } finally {
      standing = null
    }
    settle()
  }
  return { render, unmount: () => render(null) }
}
