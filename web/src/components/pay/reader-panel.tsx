'use client'
import { useQuery } from '@tanstack/react-query'
import { Nfc } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { RadioGroup } from '../ui/radio-group'
import { readersQuery } from './api'
import { HoldSwitch } from './hold-switch'
import { usePay } from './pay-context'
import { payAtReader } from './reader'
import { Slot } from './slot'
import type { DeedSlot } from './use-charge'

/** A card is held to a reader: which one, what it shows, and how to stop it. */
export function ReaderPanel({ slot }: { slot: DeedSlot }) {
  const { taking, isBusy } = usePay()
  const [waiting] = useState(() => new Slot<AbortController>())
  useReaderDeed(slot, waiting)
  if (isBusy) return <AtReader reader={taking.reader} onCancel={() => waiting.content?.abort()} />
  return (
    <div className="space-y-3">
      <Readers />
      <HoldSwitch />
    </div>
  )
}

function useReaderDeed(slot: DeedSlot, waiting: Slot<AbortController>) {
  const { host, attempts, taking, sums } = usePay()
  useEffect(() =>
    slot.put(() => {
      const stop = new AbortController()
      waiting.put(stop)
      return payAtReader({ host, attempts, taking, sums, stop: stop.signal })
    }),
  )
}

function Readers() {
  const t = useTranslations('pay')
  const { taking, change } = usePay()
  const { data: readers = [] } = useQuery(readersQuery())
  const first = readers.find(({ status }) => status === 'online')?.id ?? null
  useEffect(() => {
    if (taking.reader === null && first !== null) change({ reader: first })
  })
  return (
    <>
      <RadioGroup
        label={t('whichReader')}
        options={readers.map((one) => ({
          id: one.id,
          name: one.name,
          note:
            one.status === 'offline'
              ? t('readerOffline')
              : one.status === 'busy'
                ? t('readerBusy')
                : (one.location ?? undefined),
        }))}
        value={taking.reader}
        onChange={(reader) => change({ reader })}
      />
      {readers.length > 0 && first === null && <Notice tone="warn">{t('noReaderOnline')}</Notice>}
    </>
  )
}

function AtReader({ reader: wanted, onCancel }: { reader: string | null; onCancel: () => void }) {
  const t = useTranslations('pay')
  const format = useFormat()
  const { host, sums } = usePay()
  const { data: readers = [] } = useQuery(readersQuery())
  const reader = readers.find(({ id }) => id === wanted)
  return (
    <div className="flex flex-col items-center gap-3 rounded-md bg-sunken px-4 py-6 text-center">
      <Nfc aria-hidden className="size-10 animate-pulse-soft text-accent" />
      <p role="status" className="text-balance">
        {t('atReader', { reader: reader?.name ?? '', amount: format.money(sums.total, host.trip.currency) })}
      </p>
      <Button onPress={onCancel}>{t('stopReader')}</Button>
    </div>
  )
}
