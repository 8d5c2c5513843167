'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { experiencesQuery } from '@/features/experiences/api'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { cloneExperience } from '../api'

const parts = ['availabilities', 'rates', 'addons', 'resources'] as const
const schema = z.looseObject({ name: rules.name(120) })

type Values = Record<(typeof parts)[number], boolean> & { name: string }
type Props = { experience: { id: number; name: string }; onClose: () => void }

/** A copy under another name: a draft, with those parts of the original that are wanted. */
export function CloneDialog({ experience, onClose }: Props) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const go = useGo()
  const queries = useQueryClient()
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof cloneExperience>>>
      title={t('cloneTitle', { name: experience.name })}
      values={{
        name: t('copyOf', { name: experience.name }),
        availabilities: false,
        rates: true,
        addons: true,
        resources: true,
      }}
      schema={schema}
      shown={['name', ...parts]}
      save={({ name, ...copy }) => cloneExperience(experience.id, name, { ...copy, templates: false })}
      onSaved={({ experience: made, skipped_availabilities_cnt: count }) => {
        void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
        toast.success(count ? t('clonedWithout', { name: made.name, count }) : t('cloned', { name: made.name }))
        onClose()
        go('experienceEdit', { experience: String(made.id) })
      }}
      onClose={onClose}
    >
      <FormText name="name" label={ts('name')} hint={t('cloneHint')} autoFocus />
      <fieldset className="space-y-3">
        <legend className="pb-2 text-sm font-medium">{t('cloneParts')}</legend>
        {parts.map((part) => (
          <FormSwitch key={part} name={part}>
            {t(`copy_${part}`)}
          </FormSwitch>
        ))}
      </fieldset>
    </FormDialog>
  )
}
