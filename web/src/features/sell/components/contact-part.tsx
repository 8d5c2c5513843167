'use client'
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { asksFamilyFirst } from '@/lib/names'
import { formatPhone } from '@/lib/phone'
import { focusPart } from '../focus'
import { isEmptyContact, isReachable, nobody, type Contact } from '../model'
import { useSale } from '../use-sale'
import { ContactFinder } from './contact-finder'

const givenFirst = ['first_name', 'last_name', 'phone', 'email'] as const
const familyFirst = ['last_name', 'first_name', 'phone', 'email'] as const
const kinds = { phone: 'tel', email: 'email' } as const

/** Whom the trip is for: found while typing, and completed without typing anything twice. */
export function ContactPart({ isOptional }: { isOptional?: boolean }) {
  const t = useTranslations('sell')
  const { cart, store } = useSale()
  const { contact } = cart
  const set = (part: Partial<Contact>) => store.change((now) => ({ contact: { ...now.contact, ...part } }))
  // What was picked a moment ago is already in the sale.
  const onward = () => focusPart(isReachable(store.get().cart.contact) ? 'finish' : 'contact')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isEmptyContact(contact)) return
    if (!(event.target instanceof HTMLInputElement) || event.defaultPrevented) return
    event.preventDefault()
    onward()
  }
  return (
    <section aria-labelledby="sale-contact" className="rounded-xl border bg-surface">
      <header className="flex min-h-12 items-center gap-3 border-b px-4 sm:px-5">
        <h2 id="sale-contact" className="grow font-semibold">
          {isOptional ? t('customerOptional') : t('contact')}
        </h2>
        {contact.customer_id !== null && <Badge tone="good">{t('known')}</Badge>}
        {!isEmptyContact(contact) && (
          <IconButton label={t('otherContact')} onPress={() => set(nobody)} className="-me-2">
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </header>
      <div data-part="contact" onKeyDown={onKeyDown} className="space-y-4 p-4 sm:p-5">
        {isEmptyContact(contact) && <ContactFinder onPick={set} onDone={onward} />}
        {!isEmptyContact(contact) && <Fields contact={contact} set={set} />}
      </div>
    </section>
  )
}

function Fields({ contact, set }: { contact: Contact; set: (part: Partial<Contact>) => void }) {
  const t = useTranslations('sell')
  const { trip, problem } = useSale()
  const fields = asksFamilyFirst(useLocale()) ? familyFirst : givenFirst
  const errors = problem?.error instanceof ApiError ? problem.error.fields : {}
  const kept = trip?.contact.phone ? formatPhone(trip.contact.phone) : null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(field)}
          value={contact[field]}
          onChange={(text) => set({ [field]: text, customer_id: null })}
          type={field === 'phone' || field === 'email' ? kinds[field] : 'text'}
          autoComplete="off"
          maxLength={field === 'email' ? 254 : field === 'phone' ? 32 : 100}
          hint={field === 'phone' && kept !== contact.phone ? (kept ?? undefined) : undefined}
          error={errors[`contact.${field}`]?.[0]}
        />
      ))}
    </div>
  )
}
