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
type Flexibility = NonNullable<Joining['flexibility']>

const FLEXIBILITIES: readonly Flexibility[] = ['departure', 'day', 'days']
const FIELDS = [
  ['first_name', 'waitlistFirst', 'text'],
  ['last_name', 'waitlistLast', 'text'],
  ['email', 'waitlistEmail', 'email'],
  ['phone', 'waitlistPhone', 'tel'],
] as const
const EMPTY = { first_name: '', last_name: '', email: '', phone: '' }

/** Puts a party on the waiting list of a departure, at the desk or on the phone. */
export function WaitlistDialog({ slot, onClose }: Props) {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [who, setWho] = useState(EMPTY)
  const [flexibility, setFlexibility] = useState<Flexibility>('departure')
  const [guests, setGuests] = useState<Record<number, number | null>>({})
  const add = useMutation({
    mutationFn: addEntry,
    onSuccess: () => {
      toast.success(t('saved'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['calendar'] }),
  })
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const quantities = Object.entries(guests).map(([id, qty]) => ({
      experience_customer_type_id: Number(id),
      qty: qty ?? 0,
    }))
    add.mutate({
      timeslot_id: slot.id,
      flexibility,
      quantities,
      contact: { ...who, phone: who.phone.trim() || null },
      locale: document.documentElement.lang || 'en',
    })
  }
  const footer = (
    <>
      <Button onPress={onClose}>{tc('cancel')}</Button>
      <Button look="primary" type="submit" form="waitlist-add" isPending={add.isPending}>
        {t('waitlistAdd')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('waitlistAdd')} isOpen onClose={onClose} footer={footer}>
      <form id="waitlist-add" onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Kinds slot={slot} guests={guests} onChange={setGuests} />
        {FIELDS.map(([name, label, type]) => (
          <TextField
            key={name}
            label={t(label)}
            type={type}
            value={who[name]}
            error={fields[`contact.${name}`]?.[0]}
            onChange={(text) => setWho({ ...who, [name]: text })}
          />
        ))}
        <Select
          label={t('waitlistFlexibility')}
          options={FLEXIBILITIES.map((one) => ({ id: one, name: t(`waitlist_${one}`) }))}
          value={flexibility}
          onChange={setFlexibility}
          className="sm:col-span-2"
        />
      </form>
      {add.error && Object.keys(fields).length === 0 && (
        <div className="pt-4">
          <Notice tone="bad">{errorText(add.error)}</Notice>
        </div>
      )}
    </Dialog>
  )
}

type KindsProps = {
  slot: Slot
  guests: Record<number, number | null>
  onChange: (guests: Record<number, number | null>) => void
}

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
