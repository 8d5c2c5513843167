'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tableQuery } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/select'
import { setSource } from '../api'
import { useOptionName } from '../columns'
import { useBulk } from '../use-bulk'

type Props = { target: BulkTarget; onClose: () => void; onBegun: () => void }

/** Where the customers of the chosen trips heard of us. */
export function SourceDialog({ target, onClose, onBegun }: Props) {
  const t = useTranslations('trips')
  const name = useOptionName()
  const columns = useQuery(tableQuery('trips')).data?.columns
  const options = columns?.find((column) => column.key === 'trip_source')?.options ?? []
  const [source, setChosen] = useState<number | null>(null)
  const bulk = useBulk(() => setSource(target, source || null), onBegun)
  const footer = (
    <Button look="primary" isDisabled={source === null} isPending={bulk.isPending} onPress={() => bulk.mutate()}>
      {t('changeTrips', { count: target.cnt })}
    </Button>
  )
  return (
    <Dialog title={t('setSource')} isOpen onClose={onClose} size="sm" footer={footer}>
      <Select
        label={t('column_trip_source')}
        options={[
          ...options.map((option) => ({ id: Number(option.id), name: name('trip_source', option) })),
          { id: 0, name: t('noSource') },
        ]}
        value={source}
        onChange={setChosen}
      />
    </Dialog>
  )
}
