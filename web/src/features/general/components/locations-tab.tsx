'use client'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General, Place } from '@/api/models'
import { FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { Badge } from '@/components/ui/badge'
import { ComboBox } from '@/components/ui/combo-box'
import { Notice } from '@/components/ui/notice'
import { saveRow } from '../api'
import type { TabProps } from './types'
import { ListCard, ListLine } from './list-card'
import { RowDialog } from './row-dialog'

/** Where experiences begin. */
export default function LocationsTab({ general }: TabProps) {
  const t = useTranslations('general')
  const [open, setOpen] = useState<Place | 'new' | null>(null)
  return (
    <>
      <ListCard
        list="locations"
        title={t('tab_locations')}
        text={t('locationsText')}
        icon={<MapPin aria-hidden />}
        items={general.locations}
        addLabel={t('addLocation')}
        onAdd={() => setOpen('new')}
        row={(place) => (
          <ListLine list="locations" item={place} onEdit={() => setOpen(place)} isFixed={place.is_default}>
            <PlaceLine place={place} />
          </ListLine>
        )}
      />
      {open && (
        <PlaceDialog general={general} place={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function PlaceLine({ place }: { place: Place }) {
  const t = useTranslations('general')
  return (
    <span className="block py-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{place.name}</span>
        {place.is_default && <Badge tone="accent">{t('isDefault')}</Badge>}
        <span className="text-sm text-faint">{t('usedBy', { count: place.used_cnt })}</span>
      </span>
      {(place.address || place.time_zone) && (
        <span className="block text-sm text-soft">
          {[place.address, place.time_zone?.replaceAll('_', ' ')].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  )
}

type DialogProps = { general: General; place?: Place; onClose: () => void }
const shown = ['name', 'address', 'lat', 'lng', 'time_zone']

function PlaceDialog({ general, place, onClose }: DialogProps) {
  const t = useTranslations('general')
  const values = {
    id: place?.id,
    name: place?.name ?? '',
    address: place?.address ?? '',
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    time_zone: place?.time_zone ?? null,
    is_default: place?.is_default ?? false,
  }
  const degrees = { maximumFractionDigits: 6, useGrouping: false }
  return (
    <RowDialog
      title={place ? place.name : t('addLocation')}
      values={values}
      shown={shown}
      save={(typed: typeof values) => saveRow.locations(typed)}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} autoFocus={!place} />
      <FormText name="address" label={t('address')} hint={t('placeAddressHint')} />
      <div className="grid grid-cols-2 gap-5">
        <FormNumber name="lat" label={t('lat')} minValue={-90} maxValue={90} step={0.000001} formatOptions={degrees} />
        <FormNumber
          name="lng"
          label={t('lng')}
          minValue={-180}
          maxValue={180}
          step={0.000001}
          formatOptions={degrees}
        />
      </div>
      <PlaceZone general={general} place={place} />
      {!place?.is_default && <FormSwitch name="is_default">{t('defaultPlace')}</FormSwitch>}
    </RowDialog>
  )
}

const OURS = 'ours'

function PlaceZone({ general, place }: { general: General; place?: Place }) {
  const t = useTranslations('general')
  const { value, onChange, error } = useField<string | null>('time_zone')
  const zone = useWatch({ name: 'time_zone' }) as string | null
  const options = [
    { id: OURS, name: t('ourZone', { zone: general.settings.time_zone.replaceAll('_', ' ') }) },
    ...general.time_zones.map((id) => ({ id, name: id.replaceAll('_', ' ') })),
  ]
  return (
    <div className="space-y-3">
      <ComboBox
        label={t('timeZone')}
        options={options}
        value={value ?? OURS}
        onChange={(id) => onChange(id === OURS ? null : id)}
        error={error}
      />
      {place && place.used_cnt > 0 && zone !== place.time_zone && <Notice tone="warn">{t('placeZoneMoves')}</Notice>}
    </div>
  )
}
