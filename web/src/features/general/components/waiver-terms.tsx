'use client'
import { useTranslations } from 'use-intl'
import { FormRadio } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'

/** What happens to guests who have not signed, from which age people sign, and how long it is kept. */
export function WaiverTerms() {
  const t = useTranslations('general')
  return (
    <Card title={t('waivers')}>
      <div className="space-y-5">
        <FormRadio
          name="waiver_gate"
          label={t('waiverGate')}
          options={[
            { id: 'warn', name: t('waiverGate_warn') },
            { id: 'block', name: t('waiverGate_block'), note: t('waiverGate_blockNote') },
          ]}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormNumber
            name="waiver_reminder_hours"
            label={t('waiverReminderHours')}
            hint={t('waiverReminderHoursHint')}
            minValue={0}
            maxValue={336}
          />
          <FormNumber
            name="waiver_majority_age"
            label={t('majorityAge')}
            hint={t('majorityAgeHint')}
            minValue={14}
            maxValue={21}
          />
          <FormNumber
            name="waiver_retention_years"
            label={t('retentionYears')}
            hint={t('retentionYearsHint')}
            minValue={1}
            maxValue={50}
          />
        </div>
      </div>
    </Card>
  )
}
