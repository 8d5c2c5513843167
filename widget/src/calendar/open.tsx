/** The first look: drawn from what came with the page, before anything else is loaded. */
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../theme'
import { Calendar } from './calendar'
import type * as engine from './engine'
import { afterPicture, holdEvents, releaseEvents } from './held'
import type { Actions, CalendarSettings } from './model'
import { openingUi } from './opening-ui'
import { readSettings } from './settings'

const NAMES = ['dispatch', 'choose', 'pressKey', 'open', 'go', 'chooseLanguage'] as const
const RETRY_MS = 3000

type Work = (...args: unknown[]) => void

/** Controls that stay the same when the engine comes, so that no day is drawn anew because somebody acts now. */
function controls(): [Actions, (actions: Actions) => void] {
  let ready: Record<string, Work> = {}
  const work = (name: string) => (...args: unknown[]): void => ready[name]?.(...args)
  return [
    Object.fromEntries(NAMES.map((name) => [name, work(name)])) as unknown as Actions,
    (actions) => (ready = actions as unknown as Record<string, Work>),
  ]
}

const loading = (): Promise<typeof engine> => import('./engine')
const asked = (): CalendarSettings => readSettings(location.search, applyTheme(location.search))

/** Opens a calendar in its place of the page, as the address asks. Returns the way to end it. */
export function openCalendar(place: Element, settings = asked()): () => void {
  const [actions, setActions] = controls()
  const root = createRoot(place)
  const draw: engine.Opened['draw'] = (model) => root.render(<Calendar model={{ ...model, ...actions }} />)
  // Controls can be used from the first moment: they act as soon as the engine is there.
  holdEvents(place)
  const takeOver: engine.Opened['takeOver'] = (ready) => {
    setActions(ready)
    releaseEvents()
  }
  // The server has said in which language the page is; where nothing has come, the place is there already.
  const opening = openingUi(settings)
  if (opening) draw({ ...opening, late: null, isCursorFocused: false, isLeaving: false })
  let stop: (() => void) | null = null
  let isEnded = false
  const load = (): void =>
    void loading().then(
      (file) => {
        if (isEnded) return
        const made = new file.Engine({ settings, opening, draw, drawOther: (element) => root.render(element), takeOver })
        stop = () => made.stop()
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
