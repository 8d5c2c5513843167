'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { splitName } from '@/lib/names'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { paxOf, type Fallback } from '../model'
import type { Departure, Quantities, Tour } from '../types'
import { joinLine, placesQuery, type Flexibility, type Joining } from '../waitlist-api'
import { GuestSteps } from './guest-steps'

const flexibilities: readonly Flexibility[] = ['departure', 'day', 'days']

type Party = { quantities: Quantities; flexibility: Flexibility; name: string; phone: string; email: string }
type Props = { tour: Tour; departure: Departure; currency: string; fallback: Fallback; onClose: () => void }

/** Who waits, and how they are reached; a guest who left nothing is reached through the agent. */
function joining(departure: Departure, party: Party, fallback: Fallback): Joining {
  const { first_name, last_name } = splitName(party.name)
  return {
    timeslot_id: departure.timeslot_id,
    flexibility: party.flexibility,
    quantities: Object.entries(party.quantities)
      .filter(([, qty]) => qty > 0)
      .map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty })),
    contact: {
      first_name: first_name || (last_name ? '' : fallback.name),
      last_name,
      email: party.email.trim() || fallback.email,
      phone: party.phone.trim() || null,
    },
    locale: document.documentElement.lang || 'en',
  }
}

function useJoining(onDone: () => void) {
  const t = useTranslations('desk')
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: joinLine,
    onSuccess: (places) => {
      queries.setQueryData(placesQuery.queryKey, places)
      toast.success(t('waitlistJoined'))
      onDone()
    },
    // Seats that came back meanwhile are on sale.
    onError: () => queries.invalidateQueries({ queryKey: ['desk-day'] }),
  })
}

/** A full departure: the party that would wait for it. */
export function WaitSheet({ tour, departure, currency, fallback, onClose }: Props) {
  const t = useTranslations('desk')
  const format = useFormat()
  const first = tour.guest_types[0]?.experience_customer_type_id ?? 0
  const empty = { flexibility: 'departure', name: '', phone: '', email: '' } as const
  const [party, setParty] = useState<Party>({ ...empty, quantities: { [first]: 2 } })
  const join = useJoining(onClose)
  const time = departure.is_flex ? t('anyTime') : format.time(departure.start_time)
  const footer = (
    <Button
      look="primary"
      size="lg"
      className="min-h-14! w-full text-lg"
      isPending={join.isPending}
      isDisabled={paxOf(tour, party.quantities) === 0}
      onPress={() => join.mutate(joining(departure, party, fallback))}
    >
      {t('waitlistJoin')}
    </Button>
  )
  return (
    <Drawer isOpen title={tour.name} onClose={onClose} footer={footer}>
      <div className="space-y-5 pt-1">
        <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span className="text-2xl font-semibold">{time}</span>
          <span className="text-soft">{format.day(departure.date)}</span>
          <span className="ms-auto text-sm text-soft">{t('full')}</span>
        </p>
        <p className="text-soft text-pretty">{t('waitlistText')}</p>
        <GuestSteps
          {...{ tour, departure, currency }}
          quantities={party.quantities}
          onChange={(quantities) => setParty({ ...party, quantities })}
        />
        <PartyFields {...{ party, fallback }} error={join.error} onChange={setParty} />
      </div>
    </Drawer>
  )
}

type FieldsProps = { party: Party; fallback: Fallback; error: Error | null; onChange: (party: Party) => void }

function PartyFields({ party, fallback, error, onChange }: FieldsProps) {
  const t = useTranslations('desk')
  const errorText = useErrorText()
  const fields = error instanceof ApiError ? error.fields : {}
  const text = (name: 'name' | 'phone' | 'email', field: string) => ({
    label: t(name),
    value: party[name],
    error: fields[`contact.${field}`]?.join(' '),
    autoComplete: 'off',
    onChange: (typed: string) => onChange({ ...party, [name]: typed }),
  })
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t('guest')}</legend>
      <TextField {...text('name', 'first_name')} maxLength={120} />
      <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2">
        <TextField {...text('phone', 'phone')} type="tel" inputMode="tel" />
        <TextField {...text('email', 'email')} type="email" inputMode="email" spellCheck={false} />
      </div>
      <Select
        label={t('waitlistFlexibility')}
        options={flexibilities.map((id) => ({ id, name: t(`waitlist_${id}`) }))}
        value={party.flexibility}
        onChange={(flexibility) => onChange({ ...party, flexibility })}
      />
      {!party.email.trim() && (
        <p className="text-sm text-pretty text-faint">{t('waitlistWithoutAddress', { email: fallback.email })}</p>
      )}
      {error && Object.keys(fields).length === 0 && <Notice tone="bad">{errorText(error)}</Notice>}
    </fieldset>
  )
}
