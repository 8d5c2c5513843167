import { beforeEach, describe, expect, it, vi } from 'vitest'

const ORIGIN = 'https://reef.example'
let receive: (event: unknown) => void = () => undefined
let mutate = (): void => undefined
let click: (event: unknown) => void = () => undefined

/** No page is loaded in here; each frame gets a window that only takes messages. */
function giveFramesWindows(): void {
  const windows = new WeakMap<HTMLIFrameElement, { postMessage: () => void }>()
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (this: HTMLIFrameElement) {
    if (!windows.has(this)) windows.set(this, { postMessage: () => undefined })
    return windows.get(this) as unknown as ReturnType<Window['open']>
  } as never)
  const connected = Object.getOwnPropertySymbols(HTMLIFrameElement.prototype).find((symbol) => symbol.description === 'connectedToDocument')
  if (connected) Object.defineProperty(HTMLIFrameElement.prototype, connected, { value: () => undefined })
}

/** Runs the loader as a pasted tag of another origin would. */
async function load(html: string): Promise<void> {
  vi.resetModules()
  delete window.Outfitter
  document.body.innerHTML = html
  vi.stubGlobal('origin', 'https://guesthouse.example')
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue({ src: `${ORIGIN}/widgets/embed.js` } as HTMLScriptElement)
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listen) => {
    if (type === 'message') receive = listen as never
  })
  // One test's page is gone when the next one comes; its loader is not.
  vi.stubGlobal('MutationObserver', class {
    constructor(changed: () => void) {
      mutate = changed
    }
    observe = (): void => undefined
  })
  vi.spyOn(document, 'addEventListener').mockImplementation((type, listen) => {
    if (type === 'click') click = listen as never
  })
  await import('./embed')
}

const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')]
const addressOf = (frame: HTMLIFrameElement): URL => new URL(frame.getAttribute('src')!)

function send(data: unknown, source: unknown = frames()[0]!.contentWindow, origin = ORIGIN): void {
  receive({ data, source, origin })
}

const modalUrl = `${ORIGIN}/widgets/tripBuilder?experience=12`

describe('the loader', () => {
  beforeEach(() => {
    giveFramesWindows()
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true
    }
  })

  it('fills every slot with a frame of its own origin', async () => {
    await load('<div id="book" data-outfitter-calendar data-experience="12" data-show-detail="true" data-language="de" data-theme="dark"></div><p data-outfitter-calendar></p>')
    const [first, second] = frames()
    expect(frames()).toHaveLength(2)
    expect(addressOf(first!).origin + addressOf(first!).pathname).toBe(`${ORIGIN}/widgets/calendar`)
    expect(Object.fromEntries(addressOf(first!).searchParams)).toEqual({ experience: '12', showDetail: 'true', language: 'de', theme: 'dark', around: 'light', calendarId: 'book' })
    expect(addressOf(second!).searchParams.get('calendarId')).toBe('outfitter-1')
  })

  it('fills slots that come later, each once', async () => {
    await load('')
    document.body.innerHTML = '<div data-outfitter-calendar></div>'
    mutate()
    window.Outfitter!.mount()
    expect(frames()).toHaveLength(1)
  })

  it('sets the height that its frame asks for', async () => {
    await load('<div data-outfitter-calendar></div>')
    send({ type: 'setCalendarHeight', height: 741, calendar_id: 'x' })
    expect(frames()[0]!.style.height).toBe('741px')
    send({ type: 'setCalendarHeight', height: 'calc(1px)', calendar_id: 'x' })
    send({ type: 'setCalendarHeight', height: -5, calendar_id: 'x' })
    send({ type: 'setCalendarHeight', height: {}, calendar_id: 'x' })
    expect(frames()[0]!.style.height).toBe('741px')
    send({ type: 'setCalendarHeight', height: 1e9, calendar_id: 'x' })
    expect(frames()[0]!.style.height).toBe('9999px')
  })

  it.each([
    ['', 1200, 1150],
    ['data-experience="12"', 1200, 860],
    ['', 768, 1150],
    ['', 375, 860],
    ['data-display="compact"', 1200, 812],
    ['data-page="tripBuilder"', 1200, 860],
    ['data-height="500"', 1200, 500],
  ])('reserves what a calendar %s needs in %i pixels', async (attributes, width, height) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
    await load(`<div data-outfitter-calendar ${attributes}></div>`)
    expect(frames()[0]!.style.height).toBe(`${height}px`)
  })

  it('keeps what it reserved where the room below the calendar makes up for it', async () => {
    await load('<div data-outfitter-calendar></div>')
    vi.spyOn(frames()[0]!, 'offsetHeight', 'get').mockReturnValue(860)
    for (const [height, kept] of [[836, 860], [899, 860], [900, 900], [820, 820]] as const) {
      frames()[0]!.style.height = '860px'
      send({ type: 'setCalendarHeight', height })
      expect(frames()[0]!.style.height).toBe(`${kept}px`)
    }
  })

  it('hangs up the other pages as well', async () => {
    await load('<div data-outfitter-calendar data-page="tripBuilder" data-experience="12"></div><div data-outfitter-calendar data-page="calendarCustomerType"></div>')
    expect(frames().map((frame) => addressOf(frame).pathname)).toEqual(['/widgets/tripBuilder', '/widgets/calendarCustomerType'])
  })

  it.each<[string, () => void]>([
    ['another origin', () => send({ type: 'setCalendarHeight', height: 9 }, undefined, 'https://evil.example')],
    ['another window', () => send({ type: 'setCalendarHeight', height: 9 }, window)],
    ['no window', () => send({ type: 'setCalendarHeight', height: 9 }, null)],
    ['nothing in it', () => send(null)],
    ['a word for a message', () => send('setCalendarHeight')],
    ['a name of every object', () => send({ type: 'constructor' })],
    ['a name of none', () => send({ type: '__proto__' })],
  ])('ignores a message with %s', async (_name, act) => {
    await load('<div data-outfitter-calendar></div>')
    act()
    expect(frames()[0]!.style.height).toBe('860px')
  })

  it('opens the trip builder in a dialog, once, and only its own pages', async () => {
    await load('<div data-outfitter-calendar></div>')
    send({ type: 'showModal', url: 'https://evil.example/widgets/tripBuilder' })
    send({ type: 'showModal', url: 'javascript:alert(1)' })
    send({ type: 'showModal', url: `${ORIGIN}/signin` })
    send({ type: 'showModal' })
    expect(document.querySelector('dialog')).toBeNull()
    send({ type: 'showModal', url: modalUrl })
    send({ type: 'showModal', url: modalUrl })
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    expect(document.querySelector('dialog iframe')!.getAttribute('src')).toBe(modalUrl)
    expect(document.documentElement.style.overflow).toBe('hidden')
  })

  it('gives the keyboard to the trip builder once it is there', async () => {
    await load('<div data-outfitter-calendar></div>')
    send({ type: 'showModal', url: modalUrl })
    const frame = document.querySelector<HTMLIFrameElement>('dialog iframe')!
    const focused = vi.spyOn(frame, 'focus')
    send({ type: 'modalReady' }, frame.contentWindow)
    expect(focused).toHaveBeenCalledOnce()
    expect(document.querySelector('dialog button'), 'the frame has one of its own').toBeNull()
  })

  it('closes when the trip builder says so, and tells the calendar', async () => {
    await load('<div data-outfitter-calendar></div>')
    const told = vi.spyOn(frames()[0]!.contentWindow!, 'postMessage')
    send({ type: 'showModal', url: modalUrl })
    send({ type: 'closeModal' })
    expect(document.querySelector('dialog'), 'the calendar cannot close it').not.toBeNull()
    send({ type: 'closeModal' }, document.querySelector<HTMLIFrameElement>('dialog iframe')!.contentWindow)
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.documentElement.style.overflow).toBe('')
    expect(told).toHaveBeenCalledWith({ type: 'modalClosed' }, ORIGIN)
  })

  it('lets the trip builder give its seats back before Escape closes it', async () => {
    vi.useFakeTimers()
    await load('<div data-outfitter-calendar></div>')
    send({ type: 'showModal', url: modalUrl })
    const dialog = document.querySelector('dialog')!
    const told = vi.spyOn(dialog.querySelector('iframe')!.contentWindow!, 'postMessage')
    const escape = new Event('cancel', { cancelable: true })
    dialog.dispatchEvent(escape)
    expect(escape.defaultPrevented).toBe(true)
    expect(told).toHaveBeenCalledWith({ type: 'requestClose' }, ORIGIN)
    vi.advanceTimersByTime(700)
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('takes the origin from the slot when other scripts carry the loader', async () => {
    vi.resetModules()
    await load('<div data-outfitter-calendar="https://other.example"></div>')
    expect(addressOf(frames()[0]!).origin).toBe('https://other.example')
    send({ type: 'setCalendarHeight', height: 500 })
    expect(frames()[0]!.style.height, 'another operator does not speak for this one').toBe('860px')
    send({ type: 'setCalendarHeight', height: 500 }, undefined, 'https://other.example')
    expect(frames()[0]!.style.height).toBe('500px')
  })

  it('replaces what stood in for the calendar, and draws it again when the page threw it away', async () => {
    await load('<div data-outfitter-calendar><a href="/book">Book</a></div>')
    const slot = document.querySelector('[data-outfitter-calendar]')!
    expect(slot.children).toHaveLength(1)
    slot.replaceChildren()
    mutate()
    expect(frames()).toHaveLength(1)
  })

  it('opens the trip builder from buttons and links of the page', async () => {
    await load(`<button data-outfitter-book data-experience="7" data-date="2026-12-01"><b>Book</b></button><a data-outfitter-book href="${ORIGIN}/widgets/tripBuilder?experience=9">Book</a>`)
    const press = (selector: string, keys = {}): boolean => {
      const event = { target: document.querySelector(selector), preventDefault: vi.fn(), ...keys }
      click(event)
      return event.preventDefault.mock.calls.length > 0
    }
    expect(press('a', { ctrlKey: true }), 'a new tab is the visitor’s wish').toBe(false)
    expect(press('body')).toBe(false)
    expect(press('b')).toBe(true)
    expect(Object.fromEntries(addressOf(frames()[0]!).searchParams)).toEqual({ experience: '7', date: '2026-12-01', around: 'light' })
    document.querySelector('dialog')!.dispatchEvent(new Event('close'))
    expect(press('a')).toBe(true)
    expect(addressOf(frames()[0]!).searchParams.get('experience')).toBe('9')
  })

  it('tells the page what happened, at the slot and above it', async () => {
    await load('<div data-outfitter-calendar></div>')
    const heard: unknown[] = []
    document.body.addEventListener('outfitter', (event) => heard.push((event as CustomEvent).detail))
    send({ type: 'event', name: 'ready', detail: { calendarId: 'outfitter-1' } })
    send({ type: 'showModal', url: modalUrl })
    send({ type: 'closeModal' }, document.querySelector<HTMLIFrameElement>('dialog iframe')!.contentWindow)
    expect(heard).toEqual([{ event: 'ready', calendarId: 'outfitter-1' }, { event: 'opened' }, { event: 'closed' }])
  })

  it('keeps for a reload of the page what is under way, and hands it to the frames of that element', async () => {
    const page = '<div id="book" data-outfitter-calendar></div><div data-outfitter-calendar></div>'
    await load(page)
    send({ type: 'keepTrip', search: '?trip=abc' })
    send({ type: 'keepTrip', search: '?trip=stolen' }, undefined, 'https://elsewhere.example')
    await load(page)
    expect(frames().map(({ name }) => name)).toEqual(['?trip=abc', 'undefined'])
  })

  it('needs no storage', async () => {
    vi.stubGlobal('sessionStorage', null)
    await load('<div data-outfitter-calendar></div>')
    vi.unstubAllGlobals()
    expect(frames()).toHaveLength(1)
  })

  it('keeps one global name, and leaves the page alone when there is nothing for it', async () => {
    delete window.Outfitter
    const before = new Set(Object.keys(window))
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(null)
    await expect(load('<div data-outfitter-calendar="not an address"></div><p></p>')).resolves.toBeUndefined()
    expect(frames()).toHaveLength(0)
    expect(Object.keys(window).filter((name) => !before.has(name) && !['MutationObserver', 'origin'].includes(name))).toEqual(['Outfitter'])
  })
})
