import { useEffect, useRef, useState } from 'react'
import { noteVisitor, saveContact } from '../checkout/saving'
import { contactFields, fieldError, type ContactField } from '../contact'
import { isolate } from '../../isolate'
import { meantEmail } from '../email-hint'
import { saveContact as rememberContact } from '../session'
import { useBuilder } from '../context'
import { Actions } from '../parts/actions'
import { Questions } from '../parts/questions'

/** Nobody is corrected in the middle of a word. */
const HINT_AFTER = 600

const INPUTS: Record<ContactField, { type: string; autoComplete: string; inputMode?: 'email' | 'tel' }> = {
  first_name: { type: 'text', autoComplete: 'given-name' },
  last_name: { type: 'text', autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
}

/** What was probably meant; one tap takes it, and nothing waits for that. */
function EmailHint() {
  const { t, state, purchase, locale } = useBuilder()
  const [typed, setTyped] = useState('')
  const { email } = state.contact
  useEffect(() => {
    const timer = setTimeout(() => setTyped(email), HINT_AFTER)
    return () => clearTimeout(timer)
  }, [email])
  const meant = typed === email ? meantEmail(email) : null
  const accept = (): void => purchase.store.dispatch({ type: 'contactChanged', field: 'email', value: meant! })
  return (
    <div role="status">
      {meant && (
        <button type="button" className="link email-hint" onClick={accept}>
          {t('didYouMean', { email: isolate(meant, locale) })}
        </button>
      )}
    </div>
  )
}

function Field({ field }: { field: ContactField }) {
  const { t, state, purchase } = useBuilder()
  const { dispatch } = purchase.store
  const error = state.contactErrors[field]
  const { inputMode, ...input } = INPUTS[field]
  const onBlur = (): void => {
    rememberContact(state.contact)
    const found = state.contact[field].trim() === '' ? null : fieldError(field, state.contact[field])
    if (found) dispatch({ type: 'contactRefused', errors: { [field]: found } })
    else if (state.mayRemind) void noteVisitor(purchase)
  }
  return (
    <div className={`field field-${field}`}>
      <label htmlFor={field}>{t(field)}</label>
      <input
        {...input}
        {...(inputMode && { inputMode })}
        id={field}
        name={field}
        value={state.contact[field]}
        dir={field === 'email' || field === 'phone' ? 'ltr' : undefined}
        required
        aria-required="true"
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${field}-error` : undefined}
        maxLength={200}
        onInput={(event) => dispatch({ type: 'contactChanged', field, value: event.currentTarget.value })}
        onBlur={onBlur}
      />
      {error && (
        <p className="field-error" id={`${field}-error`}>
          {'key' in error ? t(error.key, error.values) : error.text}
        </p>
      )}
      {field === 'email' && <EmailHint />}
    </div>
  )
}

/** Nobody is written to about a cart they left unless they said so. */
function Reminder() {
  const { t, state, purchase } = useBuilder()
  return (
    <label className="check remind">
      <input
        type="checkbox"
        checked={state.mayRemind}
        onChange={(event) => {
          purchase.store.dispatch({ type: 'remindChanged', mayRemind: event.currentTarget.checked })
          void noteVisitor(purchase)
        }}
      />
      <span>{t('remind')}</span>
    </label>
  )
}

/** Who books. What was typed stays, whatever happens later. */
export function ContactStep() {
  const { t, purchase, state, locale } = useBuilder()
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useRef(false)
  const { contactErrors, answerErrors, busy } = state
  useEffect(() => {
    if (busy !== null || !isAsked.current) return
    isAsked.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [contactErrors, answerErrors, busy])
  return (
    <section>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('contactTitle')}
      </h1>
      <p className="detail">{t('contactHint')}</p>
      <form
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          isAsked.current = true
          void saveContact(purchase)
        }}
      >
        <div className="fields">
          {contactFields(locale).map((field) => (
            <Field key={field} field={field} />
          ))}
        </div>
        <Reminder />
        <Questions />
        <Actions label={t('toPayment')} />
      </form>
    </section>
  )
}
