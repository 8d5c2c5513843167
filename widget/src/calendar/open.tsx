/** The first look: drawn from what came with the page, before anything else is loaded. */
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { setLook } from '../set-look'
import { isRightToLeft } from '../locale'
import { Calendar } from './calendar'
import type { Actions, CalendarSettings, Model } from './model'
import type { CalendarState } from './opening'
import { openingUi } from './opening-ui'

/** What the engine goes on from. */
export type Opened = {
  settings: CalendarSettings
  opening: CalendarState | null
  draw: (model: Omit<Model, keyof Actions>) => void
  drawOther: (element: ReactElement) => void
  /** From here on controls act; what was done with them before is done now. */
  takeOver: (actions: Actions) => void
}

const NAMES = ['dispatch', 'choose', 'pressKey', 'open', 'go', 'chooseLanguage'] as const
const RETRY_MS = 3000

type Noted = [name: keyof Actions, args: unknown[]]

const noting = (noted: Noted[]): Actions =>
  Object.fromEntries(NAMES.map((name) => [name, (...args: unknown[]) => void noted.push([name, args])])) as Actions

/** Controls that work from the first moment: used before the engine is there, they act as soon as it is. */
function controls(): { get: () => Actions; takeOver: Opened['takeOver'] } {
  const noted: Noted[] = []
  let actions = noting(noted)
  const takeOver = (ready: Actions): void => {
    actions = ready
    for (const [name, args] of noted.splice(0)) (ready[name] as (...args: unknown[]) => void)(...args)
  }
  return { get: () => actions, takeOver }
}

/** Draws into a place of the page; the operator's look is set before its first words. */
function drawing(place: Element, get: () => Actions) {
  const root = createRoot(place)
  let look: unknown = null
  const draw: Opened['draw'] = (model) => {
    const { properties } = model.ui.init
    if (look !== properties) setLook(properties)
    look = properties
    root.render(<Calendar model={{ ...model, ...get() }} />)
  }
  return { draw, drawOther: (element: ReactElement) => root.render(element), unmount: () => root.unmount() }
}

/** Draws what came with the page, or its place as long as nothing has come. */
function drawFirst(settings: CalendarSettings, { draw, drawOther }: Pick<Opened, 'draw' | 'drawOther'>): CalendarState | null {
  const opening = openingUi(settings)
  if (!opening) {
    drawOther(<div className="boot" aria-hidden="true" />)
    return null
  }
  const { language } = opening.ui
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  draw({ ...opening, late: null, isCursorFocused: false, isLeaving: false })
  return opening.state
}

/** Opens a calendar in its place of the page. Returns the way to end it. */
export function openCalendar(place: Element, settings: CalendarSettings): () => void {
  const { get, takeOver } = controls()
  const { draw, drawOther, unmount } = drawing(place, get)
  const opening = drawFirst(settings, { draw, drawOther })
  let stop: (() => void) | null = null
  let isEnded = false
  const load = (): void =>
    void import('./engine').then(
      ({ Engine }) => {
        if (isEnded) return
        const engine = new Engine({ settings, opening, draw, drawOther, takeOver })
        stop = () => engine.stop()
      },
      () => setTimeout(load, RETRY_MS),
    )
  load()
  return () => {
    isEnded = true
    stop?.()
    unmount()
  }
}
