import { Globe } from '../icons'
import { usePay } from './context'
import { LANGUAGES, type PayLanguage } from './language'
import { Done } from './parts/done'
import { Form } from './parts/form'
import { InvoicePurpose } from './parts/invoice'
import { Purpose } from './parts/purpose'
import { Closed, Pending } from './parts/states'

type Props = { onLanguage: (to: PayLanguage) => void }

function Head({ onLanguage }: Props) {
  const { link, t, language } = usePay()
  const { name, logo_url } = link.operator
  return (
    <header className="pay-head">
      {logo_url ? <img className="logo" src={logo_url} alt={name} height="28" /> : <span className="account" dir="auto">{name}</span>}
      <label className="picker">
        <Globe />
        <span className="visually-hidden">{t('language')}</span>
        <select value={language} onChange={(event) => onLanguage(event.currentTarget.value as PayLanguage)}>
          {LANGUAGES.map(([code, own]) => (
            <option key={code} value={code} lang={code}>
              {own}
            </option>
          ))}
        </select>
      </label>
    </header>
  )
}

function Body() {
  const { link, state } = usePay()
  if (link.state === 'paid' || state.isThanked) return <Done />
  if (link.state !== 'open') return <Closed />
  if (state.isPending) return <Pending />
  return (
    <div className="pay-columns">
      {link.invoice ? <InvoicePurpose /> : <Purpose />}
      <Form />
    </div>
  )
}

/** What is to be paid and for what, on one page that fits a phone. */
export function Page({ onLanguage }: Props) {
  const { link, t } = usePay()
  return (
    <div className="pay">
      <Head onLanguage={onLanguage} />
      <main>
        <Body />
      </main>
      <footer className="pay-foot">
        <p>{t('securedBy', { name: link.operator.name })}</p>
      </footer>
    </div>
  )
}
