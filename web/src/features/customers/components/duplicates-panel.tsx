'use client'
import { late } from '@/lib/late'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { useCan } from '@/lib/session'
import { allDuplicatesQuery, findDuplicates } from '../api'
import { PairCard } from './pair-card'

const MergeDialog = late(() => import('./merge-dialog').then((file) => file.MergeDialog))

/** Over the list: pairs that wait for somebody to decide. Nothing is shown while there are none. */
export function DuplicatesPanel() {
  const t = useTranslations('customers')
  const [isOpen, setOpen] = useState(false)
  const [merging, setMerging] = useState<number[] | null>(null)
  const mayMerge = useCan('customer.merge')
  const { data } = useQuery({ ...allDuplicatesQuery, enabled: mayMerge })
  if (!data || data.total === 0) return null
  return (
    <section className="mb-5 rounded-xl border bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start sm:px-5"
      >
        <span className="flex grow flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{t('duplicatesTitle', { count: data.total })}</span>
          <span className="text-sm text-faint">{t('duplicatesText')}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={cx('size-5 shrink-0 text-faint transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div className="border-t p-4 sm:p-5">
          <ul className="divide-y">
            {data.data.map((pair) => (
              <PairCard key={pair.id} pair={pair} onMerge={setMerging} />
            ))}
          </ul>
          <FindButton />
        </div>
      )}
      {merging && <MergeDialog ids={merging} onClose={() => setMerging(null)} />}
    </section>
  )
}

function FindButton() {
  const t = useTranslations('customers')
  const queries = useQueryClient()
  const find = useMutation({
    mutationFn: findDuplicates,
    onSuccess: (found) => queries.setQueryData(allDuplicatesQuery.queryKey, found),
  })
  return (
    <div className="mt-4 border-t pt-4">
      <Button size="sm" onPress={() => find.mutate()} isPending={find.isPending}>
        {t('findDuplicates')}
      </Button>
    </div>
  )
}
