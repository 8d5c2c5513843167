'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { nobody } from '@/features/sell/model'
import { useSale } from '@/features/sell/use-sale'
import { fullName, splitName } from '@/lib/names'
import { ApiError } from '@/api/client'
import type { Fallback } from '../model'

/** Who goes, and where the voucher is sent; all of it may be left to the desk. */
export function ContactFields({ fallback }: { fallback: Fallback }) {
  const t = useTranslations('desk')
  const { store, cart, problem } = useSale()
  const contact = cart.contact
  const [name, setName] = useState(fullName(contact))
  const fields = problem?.error instanceof ApiError ? problem.error.fields : {}
  const change = (part: Partial<typeof contact>) => store.change({ contact: { ...nobody, ...contact, ...part } })
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t('guest')}</legend>
      <TextField
        label={t('name')}
        value={name}
        autoComplete="off"
        maxLength={120}
        onChange={(text) => {
          setName(text)
          change(splitName(text))
        }}
        error={fields['contact.first_name']?.join(' ')}
      />
      <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2">
        <TextField
          label={t('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={contact.phone}
          onChange={(phone) => change({ phone })}
          error={fields['contact.phone']?.join(' ')}
        />
        <TextField
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={contact.email}
          onChange={(email) => change({ email })}
          error={fields['contact.email']?.join(' ')}
        />
      </div>
      <p aria-live="polite" className="text-sm text-faint text-pretty">
        {name.trim() ? null : `${t('withoutName', { name: fallback.name })} `}
        {contact.email.trim() || contact.phone.trim() ? null : t('withoutAddress', { email: fallback.email })}
      </p>
    </fieldset>
  )
}
