import { useState, type RefObject } from 'react'
import { ApiError, post } from '../../api'
import type { Translate } from '../../i18n'
import type { WaitlistKey } from '../../messages/waitlist'
import { contactFields, fieldError, serverErrors, type Contact, type ContactErrors } from '../contact'
import { useBuilder } from '../context'
import { quantitiesBody, type Quantities } from '../guests'
import { saveContact } from '../session'

export type Flexibility = 'departure' | 'day' | 'days'

const REFUSALS: Record<string, WaitlistKey> = {
  not_sold_out: 'notSoldOut',
  already_waiting: 'alreadyWaiting',
  waitlist_full: 'full',
  party_too_large: 'tooLarge',
  waitlist_off: 'gone',
  not_bookable: 'gone',
}

/** What is missing; a phone number may be, a wrong one may not. */
function contactProblems(contact: Contact): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of contactFields('en')) {
    if (field === 'phone' && contact.phone.trim() === '') continue
    const error = fieldError(field, contact[field])
    if (error) errors[field] = error
  }
  return errors
}

type Wish = {
  timeslotId: number
  flexibility: Flexibility
  quantities: Quantities
}

/** Sends a party to the waiting list, and tells what came of it. */
export function useJoining(form: RefObject<HTMLFormElement | null>, w: Translate<WaitlistKey>) {
  const { t, state, language } = useBuilder()
  const [errors, setErrors] = useState<ContactErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [joined, setJoined] = useState<string | null>(null)

  const refuse = (found: ContactErrors): void => {
    setErrors(found)
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const explain = (failure: unknown): void => {
    const known = failure instanceof ApiError ? failure : null
    const fields = serverErrors(known?.detail ?? {})
    if (Object.keys(fields).length > 0) return refuse(fields)
    const key = REFUSALS[known?.code ?? '']
    setProblem(key ? w(key) : t(known ? 'serverFailed' : 'networkLost'))
  }
  const join = async ({ timeslotId, flexibility, quantities }: Wish): Promise<void> => {
    const { contact } = state
    const found = contactProblems(contact)
    if (isBusy) return
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setProblem(null)
    setBusy(true)
    saveContact(contact)
    try {
      const answer = await post<{ email: string }>('/api/waitlist/join', {
        timeslot_id: timeslotId,
        quantities: quantitiesBody(quantities),
        flexibility,
        contact: { ...contact, phone: contact.phone.trim() || null },
        locale: language,
      })
      setJoined(answer.email)
    } catch (failure) {
      explain(failure)
    }
    setBusy(false)
  }
  return { errors, problem, isBusy, joined, join }
}
