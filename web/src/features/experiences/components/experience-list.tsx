'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { ReorderList } from '@/components/ui/reorder-list'
import { useErrorText } from '@/components/ui/states'
import { categoriesQuery } from '@/features/experience/api'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { experiencesQuery, reorderExperiences } from '../api'
import { byCategory, reorderWithin, rowsWith } from '../groups'
import { ExperienceRowItem } from './experience-row'
import { ListFilter, type Shown } from './list-filter'

/** The experiences in the order guests see them, which those who may can change, also within what is shown. */
export function ExperienceList({ rows }: { rows: ExperienceRow[] }) {
  const t = useTranslations('experiences')
  const categories = useQuery(categoriesQuery).data ?? []
  const [shown, setShown] = useState<Shown>({ status: 'all', text: '', isGrouped: false })
  const found = rowsWith(rows, shown.status, shown.text)
  const isGrouped = shown.isGrouped && categories.length > 0
  const groups = isGrouped ? byCategory(found, categories) : [{ id: 0, name: null, rows: found }]
  return (
    <div className="space-y-5">
      <ListFilter rows={rows} shown={shown} onChange={setShown} canGroup={categories.length > 0} />
      {found.length === 0 && <p className="py-8 text-center text-soft">{t('foundNone')}</p>}
      {found.length > 0 &&
        groups.map((group) => (
          <section key={group.id}>
            {isGrouped && <h2 className="pb-2 text-sm font-medium text-soft">{group.name ?? t('noCategory')}</h2>}
            <Group
              label={group.name ?? t('title')}
              rows={group.rows}
              all={rows}
              isFixed={shown.status === 'archived'}
            />
          </section>
        ))}
    </div>
  )
}

type GroupProps = { label: string; rows: ExperienceRow[]; all: ExperienceRow[]; isFixed: boolean }

function Group({ label, rows, all, isFixed }: GroupProps) {
  const isEditor = useCan('setup.experiences')
  const reorder = useReorder()
  const ordered = all.filter((row) => row.status.slug !== 'archived').map((row) => row.id)
  return (
    <ReorderList
      label={label}
      items={rows}
      isDisabled={!isEditor || isFixed || rows.length < 2}
      onReorder={(ids) => reorder.mutate(reorderWithin(ordered, ids))}
      row={(experience) => <ExperienceRowItem experience={experience} />}
    />
  )
}

/** The new order shows at once, and goes back with a reason when it is refused. */
function useReorder() {
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = experiencesQuery
  return useMutation({
    mutationFn: reorderExperiences,
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      const place = ({ id }: ExperienceRow) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
      queries.setQueryData(queryKey, (old) => old?.toSorted((a, b) => place(a) - place(b)))
      return before
    },
    onError: (error, _ids, before) => {
      queries.setQueryData(queryKey, before)
      toast.error(errorText(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
