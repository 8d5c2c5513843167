'use client'
import { useTranslations } from 'use-intl'
import { FormChecks, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { kinds, requirements } from '../model'

/** What a waiver is called, who signs it and what else is asked of them: the same in every language. */
export function TemplateFields() {
  const t = useTranslations('waiverTemplates')
  return (
    <Card title={t('about')}>
      <div className="space-y-5">
        <FormText name="name" label={t('name')} hint={t('nameHint')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormSelect
            name="kind"
            label={t('kind')}
            hint={t('kindHint')}
            options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))}
          />
          <FormNumber name="valid_days" label={t('validDays')} hint={t('validDaysHint')} minValue={1} maxValue={3650} />
        </div>
        <FormChecks
          name="requires"
          label={t('requires')}
          options={requirements.map((id) => ({ id, name: t(`requires_${id}`) }))}
        />
        <div className="space-y-3">
          <FormSwitch name="is_reusable" hint={t('isReusableHint')}>
            {t('isReusable')}
          </FormSwitch>
          <FormSwitch name="is_active" hint={t('isActiveHint')}>
            {t('isActive')}
          </FormSwitch>
        </div>
      </div>
    </Card>
  )
}
