'use client'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { FormRadio, FormSwitch } from '@/components/form-choices'
import { SettingsForm } from '@/components/settings/settings-form'
import { Card } from '@/components/ui/page-header'
import { ChargesTab } from './charges-tab'
import type { TabProps } from './types'

const pick = ({ priceRules }: General) => ({ priceRules })

/** Taxes, and how they are computed. */
export default function TaxesTab({ general }: TabProps) {
  const hasInclusive = general.taxes.some((tax) => tax.mode === 'inclusive')
  return <ChargesTab kind="tax" general={general} after={<Rules general={general} hasInclusive={hasInclusive} />} />
}

function Rules({ general, hasInclusive }: { general: General; hasInclusive: boolean }) {
  const t = useTranslations('general')
  const ways = (['line', 'trip'] as const).map((id) => ({ id, name: t(`round_${id}`), note: t(`round_${id}_note`) }))
  return (
    <SettingsForm tab="taxes" general={general} pick={pick} shown={['priceRules.round_per']}>
      <Card title={t('rounding')}>
        <div className="space-y-5">
          <FormRadio name="priceRules.round_per" label={t('roundPer')} options={ways} />
          {hasInclusive && (
            <FormSwitch name="priceRules.is_exclusive_on_gross" hint={t('onGrossHint')}>
              {t('onGross')}
            </FormSwitch>
          )}
        </div>
      </Card>
    </SettingsForm>
  )
}
