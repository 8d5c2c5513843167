import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/fields.css'
import '../styles/guest-page.css'
import '../styles/sign.css'
import { SignApp } from './app'
import { CheckApp } from './check'
import { proofOf } from './language'

const proof = proofOf(location.pathname)
createRoot(document.getElementById('sign')!).render(
  proof ? <CheckApp path={location.pathname} proof={proof} /> : <SignApp path={location.pathname} search={location.search} />,
)
