/** Opens the page's calendar as soon as all that its picture is made of is there. */
import { openCalendar } from './open'

const place = document.getElementById('calendar')
// The trip builder's page loads the file that this is in.
if (place) openCalendar(place)
