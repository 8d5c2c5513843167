import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/fields.css'
import '../styles/guest-page.css'
import '../styles/kiosk.css'
import { KioskApp } from './app'

createRoot(document.getElementById('kiosk')!).render(<KioskApp path={location.pathname} />)
