'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ExperienceRow, Restriction } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormChecks } from '@/components/form-choices'
import { restrictionsQuery } from '@/features/experience/api'
import { experiencesQuery } from '@/features/experiences/api'
import { assignTerms } from '../api'

const schema = z.object({ ids: z.array(z.string()) })
type Values = z.infer<typeof schema>
type Props = { terms: Restriction; onClose: () => void }

/** Which experiences are sold on a set of terms: exactly those that are ticked. */
export function AssignDialog(props: Props) {
  const { data } = useQuery(experiencesQuery)
  return data && <Open {...props} experiences={data} />
}

function Open({ terms, onClose, experiences }: Props & { experiences: ExperienceRow[] }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  const shown = experiences.filter(({ id, status }) => status.slug !== 'archived' || terms.experience_ids.includes(id))
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof assignTerms>>>
      title={terms.name}
      values={{ ids: terms.experience_ids.map(String) }}
      schema={schema}
      shown={['ids', 'experience_ids']}
      save={({ ids }) => assignTerms(terms.id, ids.map(Number))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: restrictionsQuery.queryKey })
        void queries.invalidateQueries({ queryKey: ['experience'] })
        onClose()
      }}
      onClose={onClose}
    >
      <FormChecks
        name="ids"
        label={t('soldOnThese')}
        hint={t('soldOnTheseHint')}
        options={shown.map(({ id, name }) => ({ id: String(id), name }))}
      />
    </FormDialog>
  )
}
