'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'

/** Whether resellers are reminded of invoices, and when. */
export function InvoiceReminders() {
  const t = useTranslations('general')
  const isOn = useWatch({ name: 'is_invoice_reminders' }) as boolean
  return (
    <Card title={t('invoiceReminders')}>
      <div className="space-y-5">
        <FormSwitch name="is_invoice_reminders" hint={t('invoiceRemindersHint')}>
          {t('invoiceRemindersOn')}
        </FormSwitch>
        {isOn && (
          <div className="grid gap-5 sm:grid-cols-2">
            <FormNumber
              name="invoice_reminder_days_before"
              label={t('reminderDaysBefore')}
              hint={t('reminderDaysHint')}
              minValue={0}
              maxValue={60}
            />
            <FormNumber
              name="invoice_reminder_days_after"
              label={t('reminderDaysAfter')}
              hint={t('reminderDaysHint')}
              minValue={0}
              maxValue={60}
            />
          </div>
        )}
      </div>
    </Card>
  )
}
