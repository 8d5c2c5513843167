import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/fields.css'
import '../styles/sign.css'
import { SignApp } from './app'

createRoot(document.getElementById('sign')!).render(<SignApp path={location.pathname} search={location.search} />)
