/**
 * The script that an operator pastes into a page. No dependencies, one global name, and nothing that
 * goes wrong in here is ever thrown into that page. It fills every `data-outfitter-calendar` with a
 * calendar and opens the trip builder in a dialog, from there or from any `data-outfitter-book`.
 */
import type { ToFrame } from '../host'
import type { OutfitterApi } from './outfitter'

/** One frame of ours: `place` is the element of the page it belongs to, `close` ends the dialog it is in. */
type Held = { frame: HTMLIFrameElement; origin: string; place: HTMLElement; close?: () => void }

/** Between tags that were combined, put off or written by other scripts it is not always the current one. */
const script = [document.currentScript, ...document.scripts].find((one) => /widgets.embed.js/.test((one as HTMLScriptElement)?.src))
const held: Held[] = []
let modal: Held | null = null

/** The page's own rules for frames and dialogs, its resets among them, do not count here. */
const dress = ({ style }: HTMLElement, rules: string): string => (style.cssText = `all:initial;display:block;${rules};`.replaceAll(';', '!important;'))

/** The page around us is somebody else's: it goes on as if we were not there. */
const safely = (work: () => void): void => {
  try {
    work()
  } catch {
    /* empty */
  }
}

const on = <Type extends Event>(target: EventTarget, type: string, work: (event: Type) => void): void =>
  target.addEventListener(type, (event) => safely(() => work(event as Type)), true)

/** A page that paints itself light keeps a light calendar although the visitor's system is dark. */
function themeOf(place: Element | null): string {
  if (!place) return 'light'
  const [, green, alpha] = /b.?\(.+?, (\d+), \d+,? ?(.*)\)/.exec(getComputedStyle(place).backgroundColor) ?? '000'
  return +(alpha || 1) > 0.5 ? (+green! > 128 ? 'light' : 'dark') : themeOf(place.parentElement)
}

/** The address of a widget page with what the element says; throws where nobody said whose it is. */
function address(page: string, place: HTMLElement, base?: string): URL {
  const url = new URL(page, base || (script as HTMLScriptElement).src)
  Object.entries({ around: themeOf(place), ...place.dataset }).forEach(([key, value]) => key.startsWith('out') || url.searchParams.set(key, value!))
  return url
}

function hold(url: URL, place: HTMLElement): Held {
  const frame = document.createElement('iframe')
  frame.src = url as never
  frame.title = place.dataset.title ?? 'Booking'
  frame.allow = 'payment'
  // What is under way at this element; read by the frame alone, and part of no address.
  safely(() => (frame.name = sessionStorage['outfitter' + location.pathname + place.id]))
  const one = { frame, origin: url.origin, place }
  held.push(one)
  return one
}

const tell = ({ frame, origin }: Held, type: ToFrame['type']): void => frame.contentWindow?.postMessage({ type }, origin)

/** Analytics of the page hear it at the element it happened in, and anywhere above. */
const announce = (place: HTMLElement, event: unknown, detail?: unknown): unknown =>
  place.dispatchEvent(new CustomEvent('outfitter', { bubbles: true, detail: { ...(detail as object), event } }))

function fill(place: HTMLElement): void {
  const { dataset, id, clientWidth } = place
  if (held.some(({ frame }) => frame.parentNode === place)) return
  const url = address(`/widgets/${dataset.page || 'calendar'}`, place, dataset.outfitterCalendar)
  url.searchParams.set('calendarId', id || `outfitter-${held.length}`)
  const { frame } = hold(url, place)
  setHeight(frame, dataset.height ?? (dataset.display ? 812 : dataset.page || dataset.experience || clientWidth < 722 ? 860 : 1150))
  place.replaceChildren(frame)
}

const setHeight = (frame: HTMLElement, height: unknown): string => dress(frame, `width:100%;height:${Math.min(+height!, 9999)}px`)

/** Fills the slots below `root` that are still empty. Slots that come later are found by themselves. */
const mount = (root: ParentNode = document): void =>
  root.querySelectorAll<HTMLElement>('[data-outfitter-calendar]').forEach((place) => safely(() => fill(place)))

/** Lets the trip builder give its seats back first; a frame that does not answer is closed all the same. */
const requestClose = (): void => {
  if (!modal) return
  tell(modal, 'requestClose')
  setTimeout(modal.close!, 600)
}

function openModal(url: URL, place: HTMLElement, opener: HTMLElement): void {
  if (modal) return
  const dialog = document.createElement('dialog')
  const button = document.createElement('button')
  const own = (modal = hold(url, place))
  button.textContent = 'Close'
  dialog.ariaLabel = own.frame.title
  button.onclick = own.close = () => dialog.close()
  button.style.cssText = 'position:absolute;right:8px'
  dress(own.frame, 'width:100%;height:100%')
  // The shadow stands in for a backdrop, which only a style sheet could dress.
  dress(dialog, 'position:fixed;inset:0;margin:auto;width:min(98%,1080px);height:min(98%,860px);border-radius:8px;overflow:hidden;background:Canvas;box-shadow:0 0 0 100vmax #0009')
  dialog.append(button, own.frame)
  document.body.append(dialog)
  const { style, clientWidth } = document.documentElement
  const { cssText } = style
  style.overflow = 'hidden'
  style.paddingInlineEnd = `${innerWidth - clientWidth}px`
  on(dialog, 'cancel', (event) => {
    event.preventDefault()
    requestClose()
  })
  on(dialog, 'click', (event) => event.target === dialog && requestClose())
  on(dialog, 'close', () => {
    modal = null
    dialog.remove()
    style.cssText = cssText
    opener.focus()
    held.forEach((one) => tell(one, 'modalClosed'))
    announce(place, 'closed')
  })
  dialog.showModal()
  announce(place, 'opened')
}

const frameEvents: Record<string, (from: Held, data: Record<string, unknown>) => void> = {
  event: ({ place }, { name, detail }) => announce(place, name, detail),
  // What was reserved stays where the room below the calendar makes up for it: nothing of the page moves.
  setCalendarHeight: ({ frame, close }, { height }) => !close && (height as number) > 0 && Math.abs(frame.offsetHeight - (height as number)) > 39 && setHeight(frame, height),
  showModal: ({ place, frame, origin, close }, { url }) => {
    if (!close && (url as string).startsWith(`${origin}/widgets/`)) openModal(new URL(url as string), place, frame)
  },
  // The frame draws its own button now. Loading another site took the keyboard away from it.
  modalReady: ({ frame }) => {
    frame.previousSibling?.remove()
    frame.blur()
    frame.focus()
  },
  // Handed back to the frame when the page was loaded again: a frame may be denied storage of its own.
  keepTrip: ({ place }, { search }) => (sessionStorage['outfitter' + location.pathname + place.id] = search),
  closeModal: ({ close }) => close?.(),
}

safely(() => {
  // The copy that came first sees to every slot. An element of the page with that id has that name as well.
  if (window.Outfitter?.mount) return
  window.Outfitter = { mount }
  on<MessageEvent>(window, 'message', ({ data, origin, source }) => {
    // What is not ours, or no event of ours, throws, and nobody hears of it.
    frameEvents[data.type]!(held.find((one) => one.frame.contentWindow === source && one.origin === origin)!, data)
  })
  on<MouseEvent>(document, 'click', (event) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-outfitter-book]')
    // In a box without an origin nothing can be stored or asked: a link goes where it says.
    if (!place || origin === 'null' || event.ctrlKey || event.metaKey || event.shiftKey) return
    // A link's own address says of what.
    openModal(address((place as HTMLAnchorElement).href || '/widgets/tripBuilder', place, place.dataset.outfitterBook), place, place)
    event.preventDefault()
  })
  new MutationObserver(() => mount()).observe(document, { childList: true, subtree: true })
  mount()
})

declare global {
  interface Window {
    Outfitter?: OutfitterApi
  }
}
