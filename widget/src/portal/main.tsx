import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import '../styles/states.css'
import '../styles/forms.css'
import '../styles/fields.css'
import '../styles/guest-page.css'
import '../styles/portal.css'
import '../styles/portal-panels.css'
import { repeatFirstTap } from '../guest-page/first-tap'
import { hashOf } from './address'
import { PortalApp } from './app'
import { firstOf } from './first'

const root = document.getElementById('portal')!
createRoot(root).render(
  <PortalApp path={location.pathname} hash={hashOf(location.search)} first={firstOf(document.getElementById('first')?.textContent)} />,
)
repeatFirstTap(root)
