'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { ReorderList } from '@/components/ui/reorder-list'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { experiencesQuery, reorderExperiences } from '../api'
import { ExperienceRowItem } from './experience-row'

/** The experiences in the order guests see them, which those who may can change; what is archived stands below. */
export function ExperienceList({ rows }: { rows: ExperienceRow[] }) {
  const t = useTranslations('experiences')
  const te = useTranslations('experience')
  const isEditor = useCan('setup.experiences')
  const reorder = useReorder()
  const shown = rows.filter((row) => row.status.slug !== 'archived')
  const archived = rows.filter((row) => row.status.slug === 'archived')
  return (
    <div className="space-y-6">
      <ReorderList
        label={t('title')}
        items={shown}
        isDisabled={!isEditor || shown.length < 2}
        onReorder={(ids) => reorder.mutate(ids)}
        row={(experience) => <ExperienceRowItem experience={experience} />}
      />
      {archived.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-medium text-soft">
            {te('archivedCount', { count: archived.length })}
          </summary>
          <ul className="divide-y rounded-md border bg-surface">
            {archived.map((experience) => (
              <li key={experience.id} className="px-3 py-2 opacity-80">
                <ExperienceRowItem experience={experience} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
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
