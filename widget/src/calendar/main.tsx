import '../styles/tokens.css'
import '../styles/calendar.css'
import { reportHeight } from '../host'
import { applyTheme } from '../theme'
import { openCalendar } from './open'
import { readSettings } from './settings'

const place = document.getElementById('calendar')
// The trip builder's page loads this file for what both need.
if (place) {
  const settings = readSettings(location.search, applyTheme(location.search))
  openCalendar(place, settings)
  reportHeight(settings.calendarId)
}
