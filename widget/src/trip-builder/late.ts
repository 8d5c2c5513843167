/** Everything after the choice of a time: loaded while the visitor still chooses one. */
import { adopt } from '../adopt'
import fields from '../styles/fields.css?inline'
import css from '../styles/late.css?inline'

export { AddMore, OrderTools } from './parts/order-tools'
export { NoticeBox } from './parts/notice'
export { ProblemScreen } from './parts/problem'
export { ContactStep } from './steps/contact'
export { DoneStep } from './steps/done'
export { ExtrasStep } from './steps/extras'
export { GuestsStep } from './steps/guests'
export { PaymentStep } from './steps/payment'
export { loadWaitlistMessages } from '../messages/waitlist'
export { WaitlistForm } from './waitlist/waitlist-form'

adopt(fields + css)
