'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { NumberField } from '@/components/ui/number-field'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { departureQuery, saveCapacity, saveNote, saveStatus, type Sale } from '../api'
import type { Departure, Slot } from '../model'
import { Part } from './drawer-part'

const sales = ['open', 'closed_online', 'closed'] as const

/** Whether a departure is sold, how many seats it has, and its note. */
export function SalePart({ departure: { slot } }: { departure: Departure }) {
  const t = useTranslations('calendar')
  const status = useSave((to: Sale) => saveStatus(slot.id, to))
  return (
    <Part title={t('sale')}>
      <div className="space-y-4">
        <Select
          label={t('filter_status')}
          options={sales.map((one) => ({ id: one, name: t(`state_${one}`) }))}
          value={slot.status as Sale}
          onChange={(to) => to !== slot.status && status.mutate(to)}
          isDisabled={status.isPending}
        />
        <Seats slot={slot} />
        <NoteForm slot={slot} />
      </div>
    </Part>
  )
}

/** Save something of a departure; what shows it is read again, a refusal is told. */
function useSave<T>(save: (value: T) => Promise<unknown>) {
  const t = useTranslations('calendar')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: save,
    onSuccess: () => toast.success(t('saved')),
    onError: (error) => toast.error(t('notSaved'), { description: errorText(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['calendar'] })
      void queries.invalidateQueries({ queryKey: ['manifest'] })
    },
  })
}

function Seats({ slot }: { slot: Slot }) {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const [typed, setTyped] = useState<number | null>(slot.capacity)
  const change = useSave((capacity: number | null) => saveCapacity(slot.id, capacity, slot.version))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== slot.capacity) change.mutate(typed)
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <NumberField
        label={t('capacity')}
        value={typed}
        onChange={setTyped}
        minValue={0}
        maxValue={100_000}
        placeholder={t('unlimited')}
        hint={typed !== null && typed < slot.booked_pax_cnt ? t('belowSold') : undefined}
        className="grow"
      />
      {/* Never disabled: what is typed counts when the field is left, by the press on this button. */}
      <Button type="submit" isPending={change.isPending}>
        {tc('save')}
      </Button>
    </form>
  )
}

function NoteForm({ slot }: { slot: Slot }) {
  const t = useTranslations('calendar')
  const tc = useTranslations('common')
  const [text, setText] = useState(slot.note)
  // The version as the server has it now: seats may have been saved a moment ago.
  const { data } = useQuery(departureQuery(slot.id))
  const change = useSave((note: string) => saveNote(slot.id, note, data?.version ?? slot.version))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(text.trim())
  }
  return (
    <form onSubmit={submit} className="space-y-2">
      <TextField label={t('note')} value={text} onChange={setText} rows={3} maxLength={2000} />
      <Button type="submit" size="sm" isPending={change.isPending} isDisabled={text.trim() === slot.note}>
        {tc('save')}
      </Button>
    </form>
  )
}
