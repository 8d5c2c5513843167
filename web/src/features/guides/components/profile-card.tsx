'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { GuideRow } from '@/api/models'
import { FormColor, FormMultiSelect, FormTags } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { saveGuide, useRenewGuides } from '@/components/guides/api'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { languageName, languages } from '@/lib/languages'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { otherSkills, profileBody, profileForm, type ProfileForm } from '../model'
import { ProfileFacts } from './profile-facts'

const schema = z.object({
  skills: z.array(z.string()),
  languages: z.array(z.string()),
  hours: z.nullable(z.number().check(z.minimum(0.25, 'positive'), z.maximum(24, 'positive'))),
  color: z.string(),
})

type Props = { guide: GuideRow; guides: GuideRow[] }

/** What a guide can do, and how much of it in a day; for whoever manages the team, else only read. */
export function ProfileCard({ guide, guides }: Props) {
  const t = useTranslations('guides')
  const mayEdit = useCan('team.manage')
  return (
    <Card title={t('profile')}>
      {mayEdit ? <Profile guide={guide} guides={guides} /> : <ProfileFacts guide={guide} />}
    </Card>
  )
}

function Profile({ guide, guides }: Props) {
  const t = useTranslations('guides')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const form = useForm<ProfileForm>({ defaultValues: profileForm(guide), resolver: zodResolver(schema) })
  const save = useSave(guide)
  const submit = form.handleSubmit((values) =>
    save
      .mutateAsync(values)
      .catch((error: unknown) => void showFieldErrors(form, error, ['skills', 'languages', 'color'])),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <Skills guides={guides} />
        <Languages />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormNumber
            name="hours"
            label={t('limit')}
            hint={t('limitHint')}
            minValue={0.25}
            maxValue={24}
            step={0.25}
            formatOptions={{ maximumFractionDigits: 2 }}
          />
          <FormColor name="color" label={t('color')} />
        </div>
        {save.isError && <Notice tone="bad">{errorText(save.error)}</Notice>}
        <Button type="submit" look="primary" isPending={save.isPending} isDisabled={!form.formState.isDirty}>
          {common('save')}
        </Button>
      </form>
    </FormProvider>
  )
}

function Skills({ guides }: { guides: GuideRow[] }) {
  const t = useTranslations('guides')
  const { watch, setValue } = useFormContext<ProfileForm>()
  const skills = watch('skills')
  const offered = otherSkills(guides, skills).slice(0, 8)
  return (
    <div className="space-y-2">
      <FormTags name="skills" label={t('skills')} placeholder={t('skillsExample')} hint={t('skillsHint')} />
      {offered.length > 0 && (
        <div role="group" aria-label={t('skillsOfOthers')} className="flex flex-wrap gap-1.5">
          {offered.map((skill) => (
            <Button key={skill} size="sm" onPress={() => setValue('skills', [...skills, skill], { shouldDirty: true })}>
              <Plus aria-hidden className="size-3.5" />
              {skill}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function Languages() {
  const t = useTranslations('guides')
  const chosen = useFormContext<ProfileForm>().watch('languages')
  const known = [...new Set([...languages, ...chosen])]
  return (
    <FormMultiSelect
      name="languages"
      label={t('languages')}
      hint={t('languagesHint')}
      options={known.map((id) => ({ id, name: languageName(id) }))}
    />
  )
}

function useSave(guide: GuideRow) {
  const t = useTranslations('guides')
  const renew = useRenewGuides()
  return useMutation({
    mutationFn: (values: ProfileForm) => saveGuide(guide.id, profileBody(values, guide.version)),
    onSuccess: () => {
      toast.success(t('saved'))
      return renew()
    },
  })
}
