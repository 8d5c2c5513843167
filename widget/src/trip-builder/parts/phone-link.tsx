import { Phone } from '../../icons'
import { useBuilder, type BuilderUi } from '../context'

/** The address that dials a number. */
export const callAddress = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** "Call …", the number in its own order in text that runs from right to left too. */
export const callText = (phone: string, { t }: Pick<BuilderUi, 't'>) => t('callUs', { phone: `\u2066${phone}\u2069` })

/** The operator's number, where there is one: some things are easier said. */
export function PhoneLink() {
  const ui = useBuilder()
  const phone = ui.init.properties.ecom_phone_number
  if (!phone) return null
  return (
    <a className="link" href={callAddress(phone)} target="_top">
      <Phone />
      {callText(phone, ui)}
    </a>
  )
}
