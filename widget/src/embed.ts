/**
 * The script that an operator pastes into a page. No dependencies. It fills every slot
 * `<div data-outfitter-calendar>` with a calendar and opens the trip builder in a dialog.
 */
import type { ToFrame, ToHost } from './host'

const script = document.currentScript as HTMLScriptElement | null
const origin = new URL(script?.src ?? location.href).origin
const frames = new Map<MessageEventSource, HTMLIFrameElement>()
const PARAMETERS = ['experience', 'language', 'showDetail', 'date', 'display', 'category', 'theme'] as const

const css = `.outfitter-frame{display:block;width:100%;border:0;min-height:320px}
.outfitter-modal{box-sizing:border-box;width:min(1080px,calc(100vw - 48px));height:min(860px,calc(100dvh - 48px));max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:8px;overflow:hidden;background:Canvas;box-shadow:0 24px 80px rgb(0 0 0/35%)}
.outfitter-modal::backdrop{background:rgb(12 15 20/55%)}
.outfitter-modal iframe{position:absolute;inset:0;display:block;width:100%;height:100%;border:0}
.outfitter-modal button{position:absolute;top:8px;inset-inline-end:8px;width:44px;height:44px;border:0;background:none;font:28px/1 sans-serif;color:GrayText;cursor:pointer}
@media(max-width:719px){.outfitter-modal{width:100vw;height:calc(100dvh - 8px);margin:8px 0 0;border-radius:12px 12px 0 0}}`

function addStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** A page that paints itself light keeps a light calendar although the visitor's system is dark. */
function themeOf(slot: HTMLElement): string {
  for (let element: HTMLElement | null = slot; element; element = element.parentElement) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? []
    if (alpha > 0.5) return red * 0.3 + green * 0.59 + blue * 0.11 > 128 ? 'light' : 'dark'
  }
  return getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '' : 'light'
}

function makeFrame(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = title
  frame.allow = 'payment'
  return frame
}

let slotCnt = 0

function fill(slot: HTMLElement): void {
  if (slot.dataset.outfitterReady) return
  slot.dataset.outfitterReady = 'true'
  const url = new URL('/widgets/calendar', origin)
  const theme = slot.dataset.theme ?? themeOf(slot)
  for (const name of PARAMETERS) {
    const value = name === 'theme' ? theme : slot.dataset[name]
    if (value) url.searchParams.set(name, value)
  }
  url.searchParams.set('calendarId', slot.id || `outfitter-${++slotCnt}`)
  const frame = makeFrame(url, slot.dataset.title ?? 'Booking calendar')
  frame.className = 'outfitter-frame'
  slot.append(frame)
  if (frame.contentWindow) frames.set(frame.contentWindow, frame)
}

/** Fills the slots below `root` that are still empty; call it again after adding some. */
function mount(root: ParentNode = document): void {
  root.querySelectorAll<HTMLElement>('[data-outfitter-calendar]').forEach(fill)
}

let modal: { dialog: HTMLDialogElement; frame: HTMLIFrameElement } | null = null

function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const before = [style.overflow, style.paddingInlineEnd] as const
  const bar = innerWidth - clientWidth
  style.overflow = 'hidden'
  if (bar > 0) style.paddingInlineEnd = `${bar}px`
  return () => void ([style.overflow, style.paddingInlineEnd] = before)
}

const tell = (frame: HTMLIFrameElement, message: ToFrame): void => frame.contentWindow?.postMessage(message, origin)

/** Lets the trip builder give its seats back first; a frame that does not answer is closed all the same. */
function requestClose(): void {
  if (!modal) return
  const { dialog, frame } = modal
  tell(frame, { type: 'requestClose' })
  setTimeout(() => dialog.close(), 600)
}

function openModal(address: string, opener: HTMLIFrameElement): void {
  const url = new URL(address, origin)
  if (url.origin !== origin || modal) return
  const dialog = document.createElement('dialog')
  const frame = makeFrame(url, 'Booking')
  const close = document.createElement('button')
  close.textContent = '×'
  close.ariaLabel = 'Close'
  close.onclick = () => dialog.close()
  dialog.className = 'outfitter-modal'
  dialog.ariaLabel = 'Booking'
  dialog.append(close, frame)
  document.body.append(dialog)
  const unlock = lockScroll()
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    requestClose()
  })
  dialog.addEventListener('click', (event) => event.target === dialog && requestClose())
  dialog.addEventListener('close', () => {
    if (frame.contentWindow) frames.delete(frame.contentWindow)
    dialog.remove()
    unlock()
    modal = null
    opener.focus()
    tell(opener, { type: 'modalClosed' })
  })
  dialog.showModal()
  frame.focus()
  if (frame.contentWindow) frames.set(frame.contentWindow, frame)
  modal = { dialog, frame }
}

/** The frame draws its own button now. Loading another site took the keyboard away from it: it gets it back. */
function whenReady(): void {
  modal?.dialog.querySelector('button')?.remove()
  modal?.frame.blur()
  modal?.frame.focus()
}

addEventListener('message', (event: MessageEvent<ToHost | null>) => {
  const frame = event.source && frames.get(event.source)
  if (event.origin !== origin || !frame || !event.data) return
  const message = event.data
  const isModal = frame === modal?.frame
  if (message.type === 'setCalendarHeight' && !isModal) frame.style.height = `${Math.max(0, Number(message.height) || 0)}px`
  if (message.type === 'showModal' && !isModal) openModal(message.url, frame)
  if (message.type === 'modalReady' && isModal) whenReady()
  if (message.type === 'closeModal' && isModal) modal?.dialog.close()
})

declare global {
  interface Window {
    Outfitter?: { mount: (root?: ParentNode) => void }
  }
}

if (!window.Outfitter) {
  addStyles()
  window.Outfitter = { mount }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => mount())
  mount()
}
