import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/calendar.css'
import { reportHeight } from '../host'
import { positiveInt, readQuery, rememberQuery } from '../query'
import { applyTheme } from '../theme'
import { CalendarApp } from './app'
import type { CalendarSettings } from './context'

const query = new URLSearchParams(location.search)
const settings: CalendarSettings = {
  ...readQuery(location.search),
  isCompact: query.get('display') === 'compact',
  isPrompting: query.get('prompt') !== 'false',
  isPreview: query.get('preview') === 'true',
  category: positiveInt(query.get('category'))?.toString() ?? null,
  reseller: positiveInt(query.get('reseller'))?.toString() ?? null,
  theme: applyTheme(location.search),
}

rememberQuery(readQuery(location.search))
createRoot(document.getElementById('calendar')!).render(<CalendarApp settings={settings} />)
reportHeight(settings.calendarId)
