import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reportHeight, tellHost } from './host'
import { onHostMessage } from './host-messages'

const parent = { postMessage: vi.fn() } as unknown as Window

function frame(): void {
  Object.defineProperty(window, 'parent', { value: parent, configurable: true })
}

const arrive = (data: unknown, source: unknown): void =>
  void window.dispatchEvent(Object.assign(new Event('message'), { data, source }))

describe('the frame', () => {
  beforeEach(() => {
    vi.mocked(parent.postMessage).mockClear()
    frame()
  })

  it('speaks to the page around it, and only when there is one', () => {
    tellHost({ type: 'closeModal' })
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'closeModal' }, '*')
    Object.defineProperty(window, 'parent', { value: window, configurable: true })
    tellHost({ type: 'closeModal' })
    expect(parent.postMessage).toHaveBeenCalledOnce()
  })

  it('listens to the page around it and to nobody else', () => {
    const listen = vi.fn()
    const stop = onHostMessage(listen)
    arrive({ type: 'requestClose' }, parent)
    arrive({ type: 'requestClose' }, window)
    arrive({ type: 'requestClose' }, null)
    arrive('requestClose', parent)
    arrive(null, parent)
    arrive({ type: 'closeModal' }, parent)
    arrive({ type: { toString: () => 'requestClose' } }, parent)
    expect(listen).toHaveBeenCalledExactlyOnceWith({ type: 'requestClose' })
    stop()
    arrive({ type: 'requestClose' }, parent)
    expect(listen).toHaveBeenCalledOnce()
  })

  it('reports the height of its body plus 40, once for each height', () => {
    let changed = (): void => undefined
    vi.stubGlobal('ResizeObserver', class {
      constructor(callback: () => void) {
        changed = callback
      }
      observe = vi.fn()
      disconnect = vi.fn()
    })
    const box = vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue({ height: 600.2 } as DOMRect)
    reportHeight('book')
    changed()
    changed()
    box.mockReturnValue({ height: 700 } as DOMRect)
    changed()
    expect(vi.mocked(parent.postMessage).mock.calls.map(([message]) => message)).toEqual([
      { type: 'event', name: 'ready', detail: { calendarId: 'book' } },
      { type: 'setCalendarHeight', height: 641, calendar_id: 'book' },
      { type: 'setCalendarHeight', height: 740, calendar_id: 'book' },
    ])
  })
})
