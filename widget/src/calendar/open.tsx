/** The first look: drawn from what came with the page, before anything else is loaded. */
import { createRoot } from 'react-dom/client'
import { setFirstLook } from '../first-look'
import { Calendar } from './calendar'
import type { Opened } from './engine'
import type { Actions, CalendarSettings } from './model'
import { openingUi, type Opening } from './opening-ui'

const NAMES = ['dispatch', 'choose', 'pressKey', 'open', 'go', 'chooseLanguage'] as const
const RETRY_MS = 3000
/** Nothing is painted in a page that nobody sees. */
export const UNSEEN_MS = 300

/** Does something once the next picture is painted: until then neither line nor processor is shared. */
export function afterPicture(work: () => void): void {
  let isDone = false
  const once = (): void => {
    if (!isDone) work()
    isDone = true
  }
  requestAnimationFrame(() => requestAnimationFrame(once))
  setTimeout(once, UNSEEN_MS)
}

type Work = (...args: unknown[]) => void

/** Controls that work from the first moment: used before the engine is there, they act as soon as it is. */
function controls(): [Actions, Opened['takeOver']] {
  const noted: (() => void)[] = []
  let ready: Record<string, Work> | null = null
  // The very same ones for good, so that no day is drawn anew because somebody else acts now.
  const work = (name: string) => (...args: unknown[]): void => {
    if (ready) ready[name]!(...args)
    else noted.push(() => ready![name]!(...args))
  }
  const takeOver = (actions: Actions): void => {
    ready = actions as unknown as Record<string, Work>
    for (const act of noted.splice(0)) act()
  }
  return [Object.fromEntries(NAMES.map((name) => [name, work(name)])) as unknown as Actions, takeOver]
}

/** Draws what came with the page; where nothing has come, its place is there already. */
function drawFirst(settings: CalendarSettings, draw: Opened['draw']): Opening | null {
  const opening = openingUi(settings)
  if (!opening) return null
  const { language, isRightToLeft } = opening.ui
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr'
  setFirstLook()
  draw({ ...opening, late: null, isCursorFocused: false, isLeaving: false })
  return opening
}

/** Opens a calendar in its place of the page. Returns the way to end it. */
export function openCalendar(place: Element, settings: CalendarSettings): () => void {
  const [actions, takeOver] = controls()
  const root = createRoot(place)
  const draw: Opened['draw'] = (model) => root.render(<Calendar model={{ ...model, ...actions }} />)
  const opening = drawFirst(settings, draw)
  let stop: (() => void) | null = null
  let isEnded = false
  const load = (): void =>
    void import('./engine').then(
      ({ Engine }) => {
        if (isEnded) return
        const engine = new Engine({ settings, opening, draw, drawOther: (element) => root.render(element), takeOver })
        stop = () => engine.stop()
      },
      () => setTimeout(load, RETRY_MS),
    )
  if (opening) afterPicture(load)
  else setTimeout(load)
  return () => {
    isEnded = true
    stop?.()
    root.unmount()
  }
}
