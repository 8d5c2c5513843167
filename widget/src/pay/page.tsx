import { Head } from '../guest-page/head'
import { usePay } from './context'
import { LANGUAGES, type PayLanguage } from './language'
import { Done } from './parts/done'
import { Form } from './parts/form'
import { InvoicePurpose } from './parts/invoice'
import { Purpose } from './parts/purpose'
import { Closed, Pending } from './parts/states'

type Props = { onLanguage: (to: PayLanguage) => void }

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
  const { link, t, language } = usePay()
  return (
    <div className="pay">
      <Head operator={link.operator} language={language} offered={LANGUAGES} label={t('language')} onLanguage={onLanguage} />
      <main>
        <Body />
      </main>
      <footer className="pay-foot">
        <p>{t('securedBy', { name: link.operator.name })}</p>
      </footer>
    </div>
  )
}
