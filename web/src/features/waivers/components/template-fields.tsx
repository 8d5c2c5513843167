'use client'
import { useTranslations } from 'use-intl'
import { FormChecks, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { languageName } from '@/lib/languages'
import { locales } from '@/routes'
import { kinds, requirements } from '../model'

/** Everything a waiver consists of. */
export function TemplateFields() {
  const t = useTranslations('waiverTemplates')
  return (
    <>
      <FormText name="name" label={t('name')} hint={t('nameHint')} />
      <div className="grid gap-5 sm:grid-cols-3">
        <FormSelect name="kind" label={t('kind')} options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))} />
        <FormSelect name="locale" label={t('locale')} options={locales.map((id) => ({ id, name: languageName(id) }))} />
        <FormNumber name="valid_days" label={t('validDays')} hint={t('validDaysHint')} minValue={1} maxValue={3650} />
      </div>
      <FormText name="text" label={t('body')} hint={t('bodyHint')} rows={16} />
      <FormChecks
        name="requires"
        label={t('requires')}
        options={requirements.map((id) => ({ id, name: t(`requires_${id}`) }))}
      />
      <FormSwitch name="is_active">{t('isActive')}</FormSwitch>
    </>
  )
}
