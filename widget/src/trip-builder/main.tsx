import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/trip-builder.css'
import '../styles/forms.css'
import { reportHeight } from '../host'
import { readQuery, rememberQuery } from '../query'
import { applyTheme } from '../theme'
import { TripBuilderApp } from './app'
import { searchToResume } from './resuming'

const query = readQuery(location.search)
const isByGuests = /\/calendarCustomerType\/?$/.test(location.pathname)

if (isByGuests) {
  rememberQuery(query)
  document.documentElement.classList.add('by-guests-page')
}
createRoot(document.getElementById('trip-builder')!).render(
  <TripBuilderApp query={query} search={searchToResume(location.search, window.name)} theme={applyTheme(location.search)} isByGuests={isByGuests} />,
)
if (isByGuests) reportHeight(query.calendarId)
