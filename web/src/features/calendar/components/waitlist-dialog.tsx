'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { NumberField } from '@/components/ui/number-field'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import type { Slot } from '../model'
import { addEntry, kindsQuery, type Joining } from '../waitlist-api'

type Props = { slot: Slot; onClose: () => void }
type Guests = Record<number, number | null>
type Flexibility = NonNullable<Joining['flexibility']>

const FLEXIBILITIES: readonly Flexibility[] = ['departure', 'day', 'days']
const FIELDS = [
  ['first_name', 'waitlistFirst', 'text'],
  ['last_name', 'waitlistLast', 'text'],
  ['email', 'waitlistEmail', 'email'],
  ['phone', 'waitlistPhone', 'tel'],
] as const
const EMPTY = { first_name: '', last_name: '', email: '', phone: '' }

/** Adds a party to the list; the window closes once it is there. */
function useAdding(onDone: () => void) {
  const t = useTranslations('calendar')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: addEntry,
    onSuccess: () => {
      toast.success(t('saved'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
  })
}

type Party = typeof EMPTY & { flexibility: Flexibility; guests: Guests }

const joining = (slot: Slot, { flexibility, guests, ...who }: Party): Joining => ({
  timeslot_id: slot.id,
  flexibility,
  quantities: Object.entries(guests).map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty: qty ?? 0 })),
  contact: { ...who, phone: who.phone.trim() || null },
  locale: document.documentElement.lang || 'en',
})

/** Puts a party on the waiting list of a departure, at the desk or on the phone. */
export function WaitlistDialog({ slot, onClose }: Props) {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const errorText = useErrorText()
  const [party, setParty] = useState<Party>({ ...EMPTY, flexibility: 'departure', guests: {} })
  const { mutate, error, isPending } = useAdding(onClose)
  const fields = error instanceof ApiError ? error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(joining(slot, party))
  }
  const footer = (
    <>
      <Button onPress={onClose}>{tc('cancel')}</Button>
      <Button look="primary" type="submit" form="waitlist-add" isPending={isPending}>
        {t('waitlistAdd')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('waitlistAdd')} isOpen onClose={onClose} footer={footer}>
      <form id="waitlist-add" onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <PartyFields slot={slot} party={party} fields={fields} onChange={setParty} />
      </form>
      {error && Object.keys(fields).length === 0 && (
        <div className="pt-4">
          <Notice tone="bad">{errorText(error)}</Notice>
        </div>
      )}
    </Dialog>
  )
}

type FieldsProps = {
  slot: Slot
  party: Party
  fields: Record<string, string[]>
  onChange: (party: Party) => void
}

/** Who waits, how many they are, and how flexible. */
function PartyFields({ slot, party, fields, onChange }: FieldsProps) {
  const t = useTranslations('calendar')
  return (
    <>
      <Kinds slot={slot} guests={party.guests} onChange={(guests) => onChange({ ...party, guests })} />
      {FIELDS.map(([name, label, type]) => (
        <TextField
          key={name}
          label={t(label)}
          type={type}
          value={party[name]}
          error={fields[`contact.${name}`]?.[0]}
          onChange={(text) => onChange({ ...party, [name]: text })}
        />
      ))}
      <Select
        label={t('waitlistFlexibility')}
        options={FLEXIBILITIES.map((one) => ({ id: one, name: t(`waitlist_${one}`) }))}
        value={party.flexibility}
        onChange={(flexibility) => onChange({ ...party, flexibility })}
        className="sm:col-span-2"
      />
    </>
  )
}

type KindsProps = { slot: Slot; guests: Guests; onChange: (guests: Guests) => void }

/** How many of each kind of guest. */
function Kinds({ slot, guests, onChange }: KindsProps) {
  const { data } = useQuery(kindsQuery(slot.id))
  return data?.prices.map(({ experience_customer_type_id: id, label, customer_type }) => (
    <NumberField
      key={id}
      label={label || customer_type.name}
      value={guests[id] ?? null}
      onChange={(qty) => onChange({ ...guests, [id]: qty })}
      minValue={0}
      maxValue={500}
    />
  ))
}
