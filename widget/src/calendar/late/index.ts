/** What the first look at a calendar does not need. It is loaded when the days are there. */
export { Departures } from './departures'
export { LanguagePicker } from './language-picker'
export { Shelf } from './shelf'
export { translateMessages } from './translating'
