'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormMultiSelect, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { generalQuery } from '@/components/settings/api'
import { FormMethods } from '@/components/settings/choices'
import { Card } from '@/components/ui/page-header'
import { experiencesQuery } from '@/features/experiences/api'
import { useCan } from '@/lib/session'
import type { TemplateFull } from '../types'

const channels = ['email', 'sms', 'both'] as const

/** What a template is for: how it goes out, for which experiences and sales channels, and whether at all. */
export function UseCard({ template }: { template: TemplateFull }) {
  const t = useTranslations('templateEditor')
  const { data: experiences = [] } = useQuery(experiencesQuery)
  const { data: general } = useQuery({ ...generalQuery, enabled: useCan('setup.general') })
  return (
    <Card title={t('use')}>
      <div className="space-y-5">
        {!template.is_system && (
          <div className="grid gap-5 sm:grid-cols-2">
            <FormText name="name" label={t('name')} hint={t('nameHint')} maxLength={120} />
            <FormSelect
              name="channel"
              label={t('channel')}
              options={channels.map((id) => ({ id, name: t(`channel_${id}`) }))}
            />
          </div>
        )}
        {!template.is_system && (
          <div className="grid gap-5 sm:grid-cols-2">
            <FormMultiSelect
              name="experience_ids"
              label={t('experiences')}
              hint={t('experiencesHint')}
              placeholder={t('allExperiences')}
              options={experiences.map(({ id, name }) => ({ id, name }))}
            />
            {general && <FormMethods name="trip_methods" general={general} />}
          </div>
        )}
        <FormSwitch name="is_active" hint={t('isActiveHint')}>
          {t('isActive')}
        </FormSwitch>
      </div>
    </Card>
  )
}
