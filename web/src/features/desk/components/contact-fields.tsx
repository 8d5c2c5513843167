'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { TextField } from '@/components/ui/field'
import { nobody, type Contact } from '@/features/sell/model'
import { useSale } from '@/features/sell/use-sale'
import { fullName, splitName } from '@/lib/names'
import type { Fallback } from '../model'

/** Who goes, and where the voucher is sent; all of it may be left to the desk. */
export function ContactFields({ fallback }: { fallback: Fallback }) {
  const t = useTranslations('desk')
  const { contact, errors, change } = useContact()
  const [name, setName] = useState(fullName(contact))
  const rename = (text: string) => {
    setName(text)
    change(splitName(text))
  }
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t('guest')}</legend>
      <TextField
        label={t('name')}
        value={name}
        onChange={rename}
        error={errors('first_name')}
        autoComplete="off"
        maxLength={120}
      />
      <Address contact={contact} errors={errors} onChange={change} />
      <p aria-live="polite" className="text-sm text-faint text-pretty">
        {name.trim() ? null : `${t('withoutName', { name: fallback.name })} `}
        {contact.email.trim() || contact.phone.trim() ? null : t('withoutAddress', { email: fallback.email })}
      </p>
    </fieldset>
  )
}

type Errors = (field: string) => string | undefined

/** The guest of the sale, and what the server has against what was typed. */
function useContact() {
  const { store, cart, problem } = useSale()
  const fields = problem?.error instanceof ApiError ? problem.error.fields : {}
  const errors: Errors = (field) => fields[`contact.${field}`]?.join(' ')
  const change = (part: Partial<Contact>) =>
    store.change(({ contact }) => ({ contact: { ...nobody, ...contact, ...part } }))
  return { contact: cart.contact, errors, change }
}

type AddressProps = { contact: Contact; errors: Errors; onChange: (part: Partial<Contact>) => void }

function Address({ contact, errors, onChange }: AddressProps) {
  const t = useTranslations('desk')
  return (
    <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2">
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={contact.phone}
        onChange={(phone) => onChange({ phone })}
        error={errors('phone')}
      />
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={contact.email}
        onChange={(email) => onChange({ email })}
        error={errors('email')}
      />
    </div>
  )
}
