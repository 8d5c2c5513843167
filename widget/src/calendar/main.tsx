import '../styles/tokens.css'
import '../styles/calendar.css'
import { reportHeight } from '../host'
import { readQuery, rememberQuery } from '../query'
import { applyTheme } from '../theme'
import { CalendarApp } from './app'
import { readSettings } from './settings'

const place = document.getElementById('calendar')
// The trip builder's page loads this file for what both need.
if (place) {
  rememberQuery(readQuery(location.search))
  const settings = readSettings(location.search, applyTheme(location.search))
  new CalendarApp(place, settings)
  reportHeight(settings.calendarId)
}
