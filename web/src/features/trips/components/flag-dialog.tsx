'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tableQuery } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { setFlag } from '../api'
import { useBulk } from '../use-bulk'

type Props = { target: BulkTarget; onClose: () => void; onBegun: () => void }

/** Flag the chosen trips for somebody's eye, or take their flags down. */
export function FlagDialog({ target, onClose, onBegun }: Props) {
  const t = useTranslations('trips')
  const [isFlagged, setFlagged] = useState(true)
  const [reason, setReason] = useState(0)
  const [comment, setComment] = useState('')
  const draft = { is_flagged: isFlagged, reason_id: (isFlagged && reason) || null, comment: isFlagged ? comment : '' }
  const bulk = useBulk(() => setFlag(target, draft), onBegun)
  const footer = (
    <Button look="primary" isPending={bulk.isPending} onPress={() => bulk.mutate()}>
      {t('changeTrips', { count: target.cnt })}
    </Button>
  )
  return (
    <Dialog title={t('flag')} isOpen onClose={onClose} size="sm" footer={footer}>
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('flag')}
          options={[
            { id: 'up', name: t('flagUp') },
            { id: 'down', name: t('flagDown') },
          ]}
          value={isFlagged ? 'up' : 'down'}
          onChange={(id) => setFlagged(id === 'up')}
        />
        {isFlagged && <Reason value={reason} onChange={setReason} />}
        {isFlagged && <TextField label={t('comment')} value={comment} onChange={setComment} maxLength={400} rows={2} />}
      </div>
    </Dialog>
  )
}

function Reason({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const t = useTranslations('trips')
  const columns = useQuery(tableQuery('trips')).data?.columns
  const options = columns?.find((column) => column.key === 'flag_reason')?.options ?? []
  if (!options.length) return null
  return (
    <Select
      label={t('column_flag_reason')}
      options={[{ id: 0, name: t('noReason') }, ...options.map(({ id, name }) => ({ id: Number(id), name }))]}
      value={value}
      onChange={onChange}
    />
  )
}
