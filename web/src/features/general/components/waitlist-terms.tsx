'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'

/** Whether full departures have a waiting list, and how long its next party has for seats that came back. */
export function WaitlistTerms() {
  const t = useTranslations('general')
  const isOn = useWatch({ name: 'is_waitlist_on' }) as boolean
  return (
    <Card title={t('waitlist')}>
      <div className="space-y-5">
        <FormSwitch name="is_waitlist_on" hint={t('waitlistHint')}>
          {t('waitlistOn')}
        </FormSwitch>
        {isOn && (
          <div className="grid gap-5 sm:grid-cols-2">
            <FormNumber
              name="waitlist_offer_minutes"
              label={t('waitlistMinutes')}
              hint={t('waitlistMinutesHint')}
              minValue={5}
              maxValue={1440}
            />
          </div>
        )}
      </div>
    </Card>
  )
}
