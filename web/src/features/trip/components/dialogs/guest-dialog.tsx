'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { FormSelect } from '@/components/form-choices'
import { NameFields } from '@/components/name-fields'
import { DateField } from '@/components/ui/date-field'
import { dayIn } from '@/lib/dates'
import { isolate } from '@/lib/isolate'
import { trimmed } from '@/lib/rules'
import { useFormat } from '@/lib/use-format'
import { answersOf, type Answers } from '../../answers'
import { guestName } from '../../model'
import { saveFiles } from '../../save-answers'
import { send } from '../../send'
import { useGuest, useTrip } from '../../trip-context'
import type { Booking, Change, Order } from '../../types'
import type { DialogProps } from '../types'
import { FieldInputs } from './field-inputs'
import { Meanwhile } from './meanwhile-note'
import { useKinds } from './use-kinds'

const schema = z.object({
  first_name: trimmed(100),
  last_name: trimmed(100),
  email: trimmed(254),
  phone: trimmed(40),
  birth_date: z.nullable(z.string()),
  kind: z.number(),
  override: z.nullable(z.number()),
  reason: trimmed(400),
  answers: z.record(z.string(), z.unknown()),
})
type Values = z.infer<typeof schema>
const shown = ['first_name', 'last_name', 'email', 'phone', 'birth_date', 'override', 'reason', 'answers'] as const

const valuesOf = (booking: Booking): Values => ({
  first_name: booking.guest.first_name,
  last_name: booking.guest.last_name,
  email: booking.guest.email ?? '',
  phone: booking.guest.phone ?? '',
  birth_date: booking.guest.birth_date,
  kind: booking.experience_customer_type_id,
  override: booking.customer_type_amount_override,
  reason: '',
  answers: answersOf(booking.customFieldValues),
})

/** Everything about one guest: who they are, which kind, at what price, and their answers. */
export function GuestDialog({ what, onClose }: DialogProps<'guest'>) {
  const found = useGuest(what.booking)
  return found && <Form {...found} onClose={onClose} />
}

function Form({ order, booking, onClose }: { order: Order; booking: Booking; onClose: () => void }) {
  const t = useTranslations('trip')
  const { ask, may } = useTrip()
  return (
    <FormDialog
      title={guestName(booking, order)}
      values={valuesOf(booking)}
      schema={schema}
      shown={shown}
      save={(values) => ask({ send: saveGuest(booking, values), done: t('saved') })}
      onSaved={onClose}
      onClose={onClose}
    >
      <Meanwhile />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameFields first={t('firstName')} last={t('lastName')} autoFocus />
        <FormText name="phone" type="tel" label={t('phone')} autoComplete="off" />
        <FormText name="email" type="email" label={t('email')} autoComplete="off" />
        <BirthDate />
        <KindChoice order={order} booking={booking} />
      </div>
      {may.reprice && !booking.is_comped && <Price booking={booking} />}
      <Answered booking={booking} />
    </FormDialog>
  )
}

/** The guest as typed; a price by hand is a call of its own, after the guest. */
function saveGuest(booking: Booking, values: Values): Change['send'] {
  const { kind, override, reason, answers, email, phone, ...names } = values
  const at = { booking: booking.id }
  const guest = { ...names, email: email || null, phone: phone || null }
  const fields = changedAnswers(booking, answers)
  return async ({ version }) => {
    const body = {
      guest,
      version,
      ...(kind === booking.experience_customer_type_id ? {} : { experience_customer_type_id: kind }),
      ...(fields.length > 0 ? { customFieldValues: fields } : {}),
    }
    const saved = await saveFiles(booking, answers, await send('/api/booking/{booking}/save', at, body))
    if (override === booking.customer_type_amount_override) return saved
    const price = { amount: override, reason, version: saved.trip.version }
    const priced = await send('/api/booking/{booking}/customerTypeAmountOverride', at, price)
    return { ...priced, warnings: [...saved.warnings, ...priced.warnings] }
  }
}

function changedAnswers(booking: Booking, answers: Answers) {
  const before = answersOf(booking.customFieldValues)
  return Object.entries(answers)
    .filter(([, value]) => !(value instanceof File))
    .filter(([id, value]) => JSON.stringify(before[id] ?? null) !== JSON.stringify(value ?? null))
    .map(([id, value]) => ({ custom_field_id: Number(id), value }))
}

function BirthDate() {
  const t = useTranslations('trip')
  const { zone } = useTrip()
  const { value, onChange, error } = useField<string | null>('birth_date')
  return <DateField label={t('birthDate')} value={value} today={dayIn(zone)} onChange={onChange} error={error} />
}

function KindChoice({ order, booking }: { order: Order; booking: Booking }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const kinds = useKinds(order)
  const own = { id: booking.experience_customer_type_id, name: booking.customerType.name }
  const options = kinds?.map(({ id, name, price }) => ({
    id,
    name: `${isolate(name)} · ${format.money(price, trip.currency)}`,
  }))
  return <FormSelect name="kind" label={t('kind')} options={options ?? [own]} />
}

function Price({ booking }: { booking: Booking }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const { value } = useField<number | null>('override')
  const isChanged = value !== booking.customer_type_amount_override
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormMoney
        name="override"
        label={t('priceOverride')}
        currency={trip.currency}
        minValue={0}
        placeholder={format.money(booking.resolved_amount, trip.currency)}
        hint={t('priceOverrideHint')}
      />
      {isChanged && <FormText name="reason" label={t('reason')} autoComplete="off" />}
    </div>
  )
}

function Answered({ booking }: { booking: Booking }) {
  const { value, onChange, error } = useField<Answers>('answers')
  return <FieldInputs fields={booking.customFieldValues} value={value} onChange={onChange} error={error} />
}
