import '../styles/tokens.css'
import '../styles/calendar.css'
import { reportHeight } from '../host'
import { afterPicture, holdEvents } from './held'

const RETRY_MS = 3000
/** What the picture is made of; the page may have asked for it already. */
const open = (): unknown => import('./start').catch(() => setTimeout(open, RETRY_MS))

const place = document.getElementById('calendar')
// The trip builder's page loads this file for what both need.
if (place) {
  reportHeight(new URLSearchParams(location.search).get('calendarId'))
  holdEvents(place)
  // A picture that came with the page is painted before anything is made of it, or asked for.
  if (place.querySelector('main')) {
    afterPicture(() => {
      open()
      // Not after the other, but beside it; whoever needs it asks again.
      import('./engine').catch(() => undefined)
    })
  } else open()
}
