'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { CustomerType, ExperienceFull } from '@/api/models'
import { FormMoney, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Card } from '@/components/ui/page-header'
import { Press } from '@/components/ui/press'
import { Select } from '@/components/ui/select'
import { guestTypesQuery } from '@/features/experiences/api'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { guestsChanges, guestsOf, guestsSchema, newGuest, shownGuests, type GuestDraft, type Guests } from '../guests'
import { Waiting } from './frame'
import { PartForm } from './part-form'

const GuestTerms = late(() => import('./guest-terms').then((file) => file.GuestTerms))

/** Who comes, what each pays, and on what terms. */
export default function GuestsPart({ experience }: { experience: ExperienceFull }) {
  const { data: types } = useQuery(guestTypesQuery)
  const currency = useSession()?.properties.currency
  if (!types || !currency) return <Waiting />
  return (
    <PartForm<Guests>
      part="guests"
      experience={experience}
      pick={guestsOf}
      changesOf={guestsChanges}
      schema={guestsSchema}
      shown={shownGuests}
    >
      <Rows types={types} currency={currency} />
    </PartForm>
  )
}

function Rows({ types, currency }: { types: CustomerType[]; currency: string }) {
  const t = useTranslations('experiences')
  const { control, watch } = useFormContext<{ customerTypes: GuestDraft[] }>()
  const { fields, append, remove } = useFieldArray({ control, name: 'customerTypes', keyName: 'rowKey' })
  const { error } = useField('customerTypes')
  const chosen = watch('customerTypes').map((row) => row.customer_type_id)
  const free = types.filter((type) => !chosen.includes(type.id))
  return (
    <Card title={t('prices')}>
      <div className="divide-y">
        {fields.map((row, index) => (
          <GuestRow
            key={row.rowKey}
            index={index}
            types={types}
            chosen={chosen}
            isLocked={row.id !== undefined}
            currency={currency}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="pt-3 text-sm text-bad">
          {fields.length ? error : t('needGuest')}
        </p>
      )}
      {free[0] && (
        <Button size="sm" className="mt-4" onPress={() => free[0] && append(newGuest(free[0].id))}>
          <Plus aria-hidden className="size-4" />
          {t('addGuest')}
        </Button>
      )}
    </Card>
  )
}

type RowProps = {
  index: number
  types: CustomerType[]
  chosen: number[]
  isLocked: boolean
  currency: string
  onRemove: () => void
}

const detailNames = [
  'label',
  'min_qty',
  'max_qty',
  'min_age',
  'max_age',
  'pax_per_booking',
  'accompanied_by',
  'requires_waiver',
] as const

function GuestRow({ index, types, chosen, isLocked, currency, onRemove }: RowProps) {
  const ts = useTranslations('experiences')
  const { formState } = useFormContext<{ customerTypes: GuestDraft[] }>()
  const errors = formState.errors.customerTypes?.[index]
  const [isOpen, setOpen] = useState(false)
  // A message must never be hidden behind a closed row.
  const isShown = isOpen || detailNames.some((name) => errors?.[name])
  const name = types.find((type) => type.id === chosen[index])?.name ?? ''
  return (
    <div className="py-4 first:pt-0">
      <div className="grid grid-cols-[1fr_8rem_auto] items-start gap-2 sm:grid-cols-[1fr_9rem_auto_auto] sm:gap-3">
        <TypeSelect index={index} types={types} chosen={chosen} isLocked={isLocked} />
        <FormMoney
          name={`customerTypes.${index}.base_price`}
          label={`${ts('price')} ${isolate(name)}`}
          isLabelHidden
          currency={currency}
          placeholder={ts('price')}
        />
        <TermsButton name={name} isShown={isShown} onPress={() => setOpen(!isShown)} />
        <IconButton label={`${ts('removeGuest')}: ${isolate(name)}`} onPress={onRemove} className="mt-0.5">
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      {isShown && (
        <GuestTerms
          name={`customerTypes.${index}`}
          placeholder={name}
          others={types.filter((type) => chosen.includes(type.id) && type.id !== chosen[index])}
        />
      )}
    </div>
  )
}

function TypeSelect({ index, types, chosen, isLocked }: Pick<RowProps, 'index' | 'types' | 'chosen' | 'isLocked'>) {
  const t = useTranslations('experiences')
  const { value, onChange, error } = useField<number | null>(`customerTypes.${index}.customer_type_id`)
  const label = useFormContext<{ customerTypes: GuestDraft[] }>().watch(`customerTypes.${index}.label`)
  const own = types.find((type) => type.id === value)
  if (isLocked && own) {
    // A sold kind of guest keeps its kind: bookings refer to this row.
    return (
      <p className="flex min-h-11 flex-col justify-center font-medium">
        <bdi>{label || own.name}</bdi>
        {label && <span className="text-sm font-normal text-faint">{own.name}</span>}
      </p>
    )
  }
  const free = types.filter((type) => type.id === value || !chosen.includes(type.id))
  return <Select label={t('guest')} isLabelHidden options={free} value={value} onChange={onChange} error={error} />
}

function TermsButton({ name, isShown, onPress }: { name: string; isShown: boolean; onPress: () => void }) {
  const t = useTranslations('experience')
  return (
    <Press
      aria-expanded={isShown}
      onPress={onPress}
      className="order-last col-span-full flex min-h-10 items-center gap-1.5 justify-self-start rounded-md text-sm font-medium text-soft hover:text-ink sm:order-none sm:col-span-1 sm:mt-0.5 sm:px-2 pointer-coarse:min-h-11"
    >
      <ChevronDown aria-hidden className={cx('size-4 transition-transform', isShown && 'rotate-180')} />
      {t('terms')}
      <span className="sr-only">{name}</span>
    </Press>
  )
}
