'use client'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { methodsQuery } from '../api'
import { useTrip } from '../trip-context'
import { useTripOptions } from '../use-trip-options'
import { useDetailDeeds } from '../use-detail-deeds'
import { FieldValues } from './field-values'
import { InlineText } from './inline-text'
import { PortalLink } from './portal-link'

/** How the trip came in and what it is called: each field saves itself. */
export function DetailsCard() {
  const t = useTranslations('trip')
  const { trip, may, zone } = useTrip()
  const format = useFormat()
  const deeds = useDetailDeeds()
  return (
    <Card title={t('details')}>
      <div className="space-y-4">
        <InlineText
          label={t('groupName')}
          value={trip.group_name ?? ''}
          maxLength={120}
          isDisabled={!may.note}
          onSave={deeds.setGroupName}
        />
        <Ways />
        <Partner />
        {(trip.reseller || trip.reseller_voucher) && (
          <InlineText
            label={t('voucher')}
            value={trip.reseller_voucher ?? ''}
            maxLength={80}
            isDisabled={!may.note}
            onSave={deeds.setVoucher}
          />
        )}
        <Answers />
        {trip.status.slug !== 'draft' && <PortalLink />}
        <p className="text-sm text-faint">
          {t('madeOn', { when: format.instant(trip.created_at, zone) })}
          {trip.reserved_at && ` · ${t('reservedOn', { when: format.instant(trip.reserved_at, zone) })}`}
        </p>
        {trip.recovered_kind && <p className="text-sm text-faint">{t(`recovered_${trip.recovered_kind}`)}</p>}
      </div>
    </Card>
  )
}

/** What the operator asks once for a whole trip. */
function Answers() {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  if (trip.customFieldValues.length === 0) return null
  return (
    <div className="flex items-start justify-between gap-2 text-sm">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="font-medium">{t('questions')}</span>
        <FieldValues values={trip.customFieldValues} />
      </div>
      {may.note && (
        <IconButton label={t('questions')} onPress={() => open({ kind: 'fields' })} className="-me-2">
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}

function Ways() {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  const deeds = useDetailDeeds()
  const { data: methods } = useQuery(methodsQuery())
  const sources = useTripOptions('trip_source')
  const { tripMethod: method, tripSource: source } = trip
  const named = (one: { id: number; name: string }) => ({ id: one.id, name: one.name })
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Select
        label={t('method')}
        options={(methods ?? [method]).map(named)}
        value={method.id}
        isDisabled={!may.edit}
        onChange={(to) => to !== method.id && open({ kind: 'method', method: to })}
      />
      <Select
        label={t('source')}
        options={sources.length > 0 || !source ? sources : [named(source)]}
        value={source?.id ?? null}
        isDisabled={!may.note}
        onChange={deeds.setSource}
      />
    </div>
  )
}

/** Who sold it, and what they get. */
function Partner() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip, may, open } = useTrip()
  const { reseller, agent, commission } = trip
  return (
    <div className="space-y-2">
      <Fact
        name={t('reseller')}
        value={reseller ? <Sellers reseller={reseller} agent={agent?.name} /> : t('noReseller')}
        editLabel={t('editReseller')}
        onEdit={may.partner ? () => open({ kind: 'reseller' }) : undefined}
      />
      {commission && (
        <Fact
          name={t('commission')}
          value={format.money(commission.commission_amount, trip.currency)}
          editLabel={t('editCommission')}
          onEdit={may.commission ? () => open({ kind: 'commission' }) : undefined}
        />
      )}
    </div>
  )
}

/** The reseller leads to their page, for whoever may see it. */
function Sellers({ reseller, agent }: { reseller: { id: number; name: string }; agent: string | undefined }) {
  const mayOpen = useCan('reseller.view')
  return (
    <>
      {mayOpen ? (
        <AppLink to="reseller" params={{ reseller: String(reseller.id) }} className="hover:text-ink hover:underline">
          <bdi>{reseller.name}</bdi>
        </AppLink>
      ) : (
        <bdi>{reseller.name}</bdi>
      )}
      {agent && (
        <>
          {' '}
          · <bdi>{agent}</bdi>
        </>
      )}
    </>
  )
}

type FactProps = { name: string; value: ReactNode; editLabel: string; onEdit: (() => void) | undefined }

function Fact({ name, value, editLabel, onEdit }: FactProps) {
  return (
    <div className="flex items-center justify-between gap-2 text-sm">
      <dl>
        <dt className="font-medium">{name}</dt>
        <dd className="text-soft tabular-nums">{value}</dd>
      </dl>
      {onEdit && (
        <IconButton label={editLabel} onPress={onEdit} className="-me-2">
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
