'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RadioGroup } from '@/components/ui/radio-group'
import { methodsQuery } from '../../api'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Change } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

const ways = ['keep', 'reprice'] as const

/** Another way of selling has prices of its own: keep those of the trip, or take the new ones. */
export function MethodDialog({ what, onClose }: DialogProps<'method'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const { data } = useQuery(methodsQuery())
  const [reprice, setReprice] = useState<(typeof ways)[number]>('keep')
  const to = data?.find((one) => one.id === what.method)
  const put = (trip_method_id: number, how: string): Change['send'] => {
    return ({ version }) =>
      send('/api/trip/{trip}/method/save', { trip: id }, { trip_method_id, reprice: how, version })
  }
  return (
    <DeedDialog
      title={t('methodTitle', { from: trip.tripMethod.name, to: to?.name ?? '' })}
      label={t('methodDo')}
      onClose={onClose}
      change={() => ({
        send: put(what.method, reprice),
        done: t('saved'),
        undo: reprice === 'keep' ? { send: put(trip.tripMethod.id, 'keep') } : undefined,
      })}
    >
      <RadioGroup
        label={t('priceMode')}
        options={ways.map((one) => ({ id: one, name: t(`mode_${one}`) }))}
        value={reprice}
        onChange={setReprice}
      />
    </DeedDialog>
  )
}
