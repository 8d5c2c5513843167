/** The whole protocol between our frames and the page around them. */

export type ToHost =
  | { type: 'setCalendarHeight'; height: number; calendar_id: string | null }
  | { type: 'showModal'; url: string; calendar_id: string | null }
  | { type: 'modalReady' }
  | { type: 'closeModal' }
  | { type: 'keepTrip'; search: string }
  | { type: 'event'; name: string; detail: object }

export type ToFrame = { type: 'requestClose' } | { type: 'modalClosed' }

export const HEIGHT_MARGIN = 40

export const isFramed = (): boolean => window.parent !== window

/** The page around us may be of any origin and learns nothing secret, so the target is open. */
export function tellHost(message: ToHost): void {
  if (isFramed()) window.parent.postMessage(message, '*')
}

/** Something that the analytics of the page around us may want to know: nothing about who it was. */
export const announce = (name: string, detail: object = {}): void => tellHost({ type: 'event', name, detail })

/** Tells the host the height this frame needs, now and whenever it changes. */
export function reportHeight(calendarId: string | null): void {
  let reported = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height) + HEIGHT_MARGIN
    if (height === reported) return
    if (!reported) announce('ready', { calendarId })
    reported = height
    tellHost({ type: 'setCalendarHeight', height, calendar_id: calendarId })
  }).observe(document.body)
}
