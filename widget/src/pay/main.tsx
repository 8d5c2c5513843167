import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/forms.css'
import '../styles/fields.css'
import '../styles/guest-page.css'
import '../styles/pay.css'
import { PayApp } from './app'

createRoot(document.getElementById('pay')!).render(<PayApp path={location.pathname} search={location.search} />)
