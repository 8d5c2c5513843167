import { Phone } from '../../icons'
import { useBuilder } from '../context'

/** The operator's number, where there is one: some things are easier said. */
export function PhoneLink() {
  const { t, init } = useBuilder()
  const phone = init.properties.ecom_phone_number
  if (!phone) return null
  return (
    <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`} target="_top">
      <Phone />
      {t('callUs', { phone: `\u2066${phone}\u2069` })}
    </a>
  )
}
