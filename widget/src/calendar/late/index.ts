/** What the first look at a calendar does not need. It comes with the engine. */
import { adopt } from '../../adopt'
import css from '../../styles/calendar-late.css?inline'
import states from '../../styles/states.css?inline'

export { EmptyMonth, Stale } from './cards'
export { Departures } from './departures'
export { Failure } from './failure'
export { LanguagePicker } from './language-picker'
export { MonthStatus } from './month-status'
export { Shelf } from './shelf'
export { SoldOutSwitch } from './sold-out-switch'

adopt(states + css)
