'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'

/** What customers may do with their trip by themselves, and until when. */
export function SelfService() {
  const t = useTranslations('general')
  const [canMove, canCancel] = useWatch({ name: ['is_allow_self_rebook', 'is_allow_self_cancel'] }) as boolean[]
  return (
    <Card title={t('selfService')}>
      <div className="space-y-5">
        <p className="text-sm text-soft">{t('selfServiceHint')}</p>
        <FormSwitch name="is_allow_self_rebook" hint={t('selfRebookHint')}>
          {t('selfRebook')}
        </FormSwitch>
        {canMove && <Moves />}
        <FormSwitch name="is_allow_self_cancel" hint={t('selfCancelHint')}>
          {t('selfCancel')}
        </FormSwitch>
        {canCancel && (
          <FormNumber
            name="self_cancel_min_hours"
            label={t('selfCancelHours')}
            hint={t('selfHoursHint')}
            minValue={0}
            maxValue={8760}
          />
        )}
        <FormSwitch name="is_allow_self_add" hint={t('selfAddHint')}>
          {t('selfAdd')}
        </FormSwitch>
      </div>
    </Card>
  )
}

function Moves() {
  const t = useTranslations('general')
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormNumber
          name="self_rebook_min_hours"
          label={t('selfRebookHours')}
          hint={t('selfHoursHint')}
          minValue={0}
          maxValue={8760}
        />
        <FormNumber name="self_rebook_limit" label={t('selfRebookLimit')} minValue={1} maxValue={20} />
      </div>
      <FormSwitch name="is_allow_self_rebook_any" hint={t('selfRebookAnyHint')}>
        {t('selfRebookAny')}
      </FormSwitch>
    </div>
  )
}
