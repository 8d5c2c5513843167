'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { late } from '@/lib/late'
import { TextField } from '../ui/field'
import { RadioGroup } from '../ui/radio-group'
import { Select } from '../ui/select'
import { Skeleton } from '../ui/skeleton'
import { cardsQuery } from './api'
import { Bones } from './card-fields'
import { CashFields } from './cash-fields'
import { usePay } from './pay-context'
import { otherMethods, type SavedCard } from './types'
import type { DeedSlot } from './use-charge'

const CardPanel = late(() => import('./card-panel').then((file) => file.CardPanel), <Bones />)
const ReaderPanel = late(() => import('./reader-panel').then((file) => file.ReaderPanel), <Bones />)

/** What has to be known for the way that was chosen. */
export function Panel({ slot }: { slot: DeedSlot }) {
  const { taking } = usePay()
  switch (taking.way) {
    case 'card':
      return <CardPanel slot={slot} />
    case 'reader':
      return <ReaderPanel slot={slot} />
    case 'saved':
      return <SavedPanel />
    case 'cash':
      return <CashPanel />
    case 'gift':
      return <GiftPanel />
    case 'link':
      return null
    case 'other':
      return <OtherPanel />
  }
}

function CashPanel() {
  const { host, taking, sums, change, isLarge } = usePay()
  return (
    <CashFields
      currency={host.trip.currency}
      total={sums.total}
      rounding={sums.rounding}
      given={taking.given}
      onChange={(given) => change({ given })}
      isLarge={isLarge}
    />
  )
}

function GiftPanel() {
  const t = useTranslations('pay')
  const { taking, change } = usePay()
  return (
    <TextField
      label={t('giftCode')}
      hint={t('giftHint')}
      value={taking.code}
      onChange={(code) => change({ code: code.toUpperCase() })}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
    />
  )
}

function OtherPanel() {
  const t = useTranslations('pay')
  const { taking, change } = usePay()
  return (
    <div className="space-y-4">
      <Select
        label={t('kind')}
        options={otherMethods.map((id) => ({ id, name: t(`method_${id}`) }))}
        value={taking.other}
        onChange={(other) => change({ other })}
      />
      <TextField
        label={t(`reference_${taking.other}`)}
        value={taking.reference}
        onChange={(reference) => change({ reference })}
        autoComplete="off"
        maxLength={120}
      />
      <TextField label={t('note')} value={taking.note} onChange={(note) => change({ note })} maxLength={400} />
    </div>
  )
}

function SavedPanel() {
  const t = useTranslations('pay')
  const { host, taking, change } = usePay()
  const { data: cards } = useQuery(cardsQuery(host.trip.id ?? 0, host.trip.version))
  if (!cards) return <Skeleton className="h-24" />
  const choose = (wanted: number) => {
    const card = cards.find(({ id }) => id === wanted)
    if (card) change({ card: { id: card.id, owner: card.owner.kind } })
  }
  return (
    <RadioGroup
      label={t('whichCard')}
      options={cards.map((card) => ({ id: card.id, name: cardName(card), note: card.owner.name }))}
      value={taking.card?.id ?? null}
      onChange={choose}
    />
  )
}

const cardName = ({ brand, last4, exp_month, exp_year }: SavedCard) =>
  `${brand.toUpperCase()} •••• ${last4} · ${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`
