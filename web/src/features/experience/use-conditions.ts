import { useQueryClient } from '@tanstack/react-query'
import type { Conditions, ExperienceFull } from '@/api/models'
import { conditionsQuery, saveConditions, useRefreshExperience } from './api'
import { conditionsBody, conditionsOf, conditionsSchema, shownConditions, type ConditionsForm } from './conditions'
import { useVersionForm } from './use-version-form'

/** The form of deposit and policy. */
export function useConditions({ id }: ExperienceFull, conditions: Conditions) {
  const queries = useQueryClient()
  const refresh = useRefreshExperience(id)
  const query = conditionsQuery(id)
  return useVersionForm<Conditions, ConditionsForm>({
    saved: conditions,
    pick: conditionsOf,
    schema: conditionsSchema,
    shown: shownConditions,
    send: (values, base) => saveConditions(id, conditionsBody(values, base.version)),
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    onSaved: (now) => {
      queries.setQueryData(query.queryKey, now)
      refresh()
    },
  })
}
