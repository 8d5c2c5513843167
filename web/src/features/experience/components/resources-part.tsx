'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Boxes, Plus } from 'lucide-react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, ResourceGroup, ResourceUsage } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { groupsQuery } from '@/features/resources/api'
import { AppLink } from '@/lib/app-link'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { saveUsages, usagesQuery } from '../api'
import { newUsage, shownUsages, usagesBody, usagesOf, usagesSchema, type Usages } from '../usages'
import { Waiting } from './frame'
import { VersionSaveBar } from './version-save-bar'
import { UsageRow } from './usage-row'

/** Boats, bikes, rooms: what every departure, guest or add-on takes. */
export default function ResourcesPart({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const usages = useQuery(usagesQuery(experience.id))
  const groups = useQuery(groupsQuery)
  const error = usages.error ?? groups.error
  if (error && !(usages.data && groups.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([usages.refetch(), groups.refetch()])} />
  }
  if (!usages.data || !groups.data) return <Waiting />
  if (groups.data.length === 0) {
    return (
      <EmptyState icon={<Boxes aria-hidden className="size-6" />} title={t('noGroups')} text={t('noGroupsText')}>
        <AppLink to="resources" params={{}} className={buttonClass('primary')}>
          {t('toResources')}
        </AppLink>
      </EmptyState>
    )
  }
  return <UsagesForm experience={experience} usages={usages.data} groups={groups.data} />
}

type FormProps = { experience: ExperienceFull; usages: ResourceUsage[]; groups: ResourceGroup[] }

function UsagesForm({ experience, usages, groups }: FormProps) {
  const t = useTranslations('experience')
  const { form, save, submit } = useUsages(experience.id, usages)
  const draft = useDraft(form as never, { name: 'resources' })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rows', keyName: 'rowKey' })
  const { isDirty } = form.formState
  const first = groups[0]?.id
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="max-w-3xl space-y-5">
        <DraftNotice draft={draft} />
        <p className="text-sm text-pretty text-soft">{t('resourcesText')}</p>
        {fields.map((row, index) => (
          <UsageRow
            key={row.rowKey}
            index={index}
            experience={experience}
            groups={groups}
            onRemove={() => remove(index)}
          />
        ))}
        <Button onPress={() => first !== undefined && append(newUsage(first))}>
          <Plus aria-hidden className="size-4" />
          {t('addUsage')}
        </Button>
        <VersionSaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={shownUsages}
          onReset={() => form.reset(usagesOf(usages))}
        />
      </form>
    </FormProvider>
  )
}

function useUsages(experience: number, usages: ResourceUsage[]) {
  const ts = useTranslations('experiences')
  const queries = useQueryClient()
  const form = useForm<Usages>({
    defaultValues: usagesOf(usages),
    resolver: zodResolver(usagesSchema as never) as never,
  })
  const save = useMutation({
    mutationFn: (values: Usages) => saveUsages(experience, usagesBody(values)),
    onSuccess: (now) => {
      queries.setQueryData(usagesQuery(experience).queryKey, now)
      form.reset(usagesOf(now))
      toast.success(ts('saved'))
    },
  })
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values).catch((error: unknown) => void showFieldErrors(form as never, error, shownUsages)),
  )
  return { form, save, submit }
}
