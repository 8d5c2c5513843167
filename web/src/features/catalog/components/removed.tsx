'use client'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { RemovedList } from '@/features/experience/components/removed-list'
import type { Removal } from '../use-removal'

type Row = { id: number; name: string }
type Props<T extends Row> = {
  queryKey: QueryKey
  read: () => Promise<T[]>
  removal: Pick<Removal, 'restore' | 'isRestoring'>
}

/** What was taken out of a list, read when somebody looks for it. */
export function Removed<T extends Row>({ queryKey, read, removal }: Props<T>) {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ queryKey: [...queryKey, 'removed'], queryFn: read, enabled: isOpen, staleTime: 0 })
  return (
    <RemovedList title={t('removed')} rows={isOpen ? data : undefined} onOpen={setOpen}>
      {(row) => (
        <>
          <span className="min-w-0 grow font-medium">{row.name}</span>
          <Button size="sm" isPending={removal.isRestoring} onPress={() => removal.restore(row)}>
            {te('bringBack')}
            <span className="sr-only">{row.name}</span>
          </Button>
        </>
      )}
    </RemovedList>
  )
}
