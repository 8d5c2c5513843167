/** Run by the server: a calendar's first picture as markup, by the very code that draws it in a browser (ADR 43). */
import { forgetFirst } from '../first'
import type { Content } from '../slim/draw'
import { textOf } from '../slim/text'
import { applyTheme } from '../theme'
import { Calendar } from './calendar'
import type { Actions } from './model'
import { openingUi } from './opening-ui'
import { readSettings } from './settings'

const nothing = (): void => undefined
/** Nobody presses anything on markup. */
const ACTIONS: Actions = { dispatch: nothing, choose: nothing, pressKey: nothing, open: nothing, go: nothing, chooseLanguage: nothing }

/** The markup of the page's first picture; empty where the page came without what it needs. */
export function markupOf(search: string, now: Date): string {
  forgetFirst()
  const opening = openingUi(readSettings(search, applyTheme(search)), now)
  const model = { ...opening!, ...ACTIONS, late: null, isCursorFocused: false, isLeaving: false }
  return opening ? textOf((<Calendar model={model} />) as Content) : ''
}
