import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/trip-builder.css'
import '../styles/forms.css'
import { readQuery } from '../query'
import { applyTheme } from '../theme'
import { TripBuilderApp } from './app'

createRoot(document.getElementById('trip-builder')!).render(
  <TripBuilderApp query={readQuery(location.search)} search={location.search} theme={applyTheme(location.search)} />,
)
