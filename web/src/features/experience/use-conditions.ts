import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Conditions, ExperienceFull } from '@/api/models'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { conditionsQuery, saveConditions, useRefreshExperience } from './api'
import { conditionsBody, conditionsOf, conditionsSchema, shownConditions, type ConditionsForm } from './conditions'

/** The form of deposit and policy; it saves over the version it was read at. */
export function useConditions({ id }: ExperienceFull, conditions: Conditions) {
  const t = useTranslations('experiences')
  const queries = useQueryClient()
  const refresh = useRefreshExperience(id)
  const query = conditionsQuery(id)
  const base = useRef(conditions)
  const form = useForm<ConditionsForm>({
    defaultValues: conditionsOf(conditions),
    resolver: zodResolver(conditionsSchema as never) as never,
  })
  const take = (now: Conditions) => {
    base.current = now
    form.reset(conditionsOf(now))
  }
  const save = useMutation({
    mutationFn: (values: ConditionsForm) => saveConditions(id, conditionsBody(values, base.current.version)),
    onSuccess: (now) => {
      queries.setQueryData(query.queryKey, now)
      take(now)
      refresh()
      toast.success(t('saved'))
    },
  })
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values).catch((error: unknown) => void showFieldErrors(form as never, error, shownConditions)),
  )
  const onTakeTheirs = async () => {
    take(await queries.fetchQuery({ ...query, staleTime: 0 }))
    save.reset()
  }
  const onKeepMine = async () => {
    base.current = await queries.fetchQuery({ ...query, staleTime: 0 })
    await submit()
  }
  return { form, save, submit, onTakeTheirs, onKeepMine }
}
