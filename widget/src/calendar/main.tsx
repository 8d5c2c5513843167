import '../styles/tokens.css'
import '../styles/calendar.css'
import { reportHeight } from '../host'
import { applyTheme } from '../theme'
import { afterPicture, openCalendar } from './open'
import { readSettings } from './settings'

const place = document.getElementById('calendar')
// The trip builder's page loads this file for what both need.
if (place) {
  const settings = readSettings(location.search, applyTheme(location.search))
  reportHeight(settings.calendarId)
  // A picture that came with the page is painted before anything is made of it.
  if (place.querySelector('main')) afterPicture(() => openCalendar(place, settings))
  else openCalendar(place, settings)
}
