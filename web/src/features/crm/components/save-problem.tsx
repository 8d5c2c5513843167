'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { templateQuery } from '../api'
import type { TemplateFull } from '../types'
import { isOutrun } from '../use-save-template'
import { formOf, type TemplateValues } from '../values'

type Props = {
  problem: Error | null
  form: UseFormReturn<TemplateValues>
  template: TemplateFull
  main: string
  onSubmit: () => Promise<void>
}

/** Why the last try to save did not work; where somebody else was faster, both ways on. */
export function SaveProblem({ problem, ...rest }: Props) {
  const errorText = useErrorText()
  if (!problem) return null
  if (isOutrun(problem)) return <Outrun {...rest} />
  const fields = problem instanceof ApiError ? Object.values(problem.fields).flat() : []
  return <Notice tone="bad">{fields.length ? fields.join(' ') : errorText(problem)}</Notice>
}

function Outrun({ form, template, main, onSubmit }: Omit<Props, 'problem'>) {
  const t = useTranslations('templateEditor')
  const queries = useQueryClient()
  const fresh = () => queries.fetchQuery({ ...templateQuery(template.id), staleTime: 0 })
  const takeTheirs = async () => {
    const theirs = await fresh()
    form.reset(formOf(theirs, main))
  }
  const keepMine = async () => {
    const theirs = await fresh()
    form.setValue('version', theirs.version)
    await onSubmit()
  }
  return (
    <Notice tone="warn">
      <p>{t('outrun')}</p>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onPress={() => void takeTheirs()}>
          {t('takeTheirs')}
        </Button>
        <Button size="sm" onPress={() => void keepMine()}>
          {t('keepMine')}
        </Button>
      </span>
    </Notice>
  )
}
