'use client'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormChecks } from '@/components/form-choices'
import { useField } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { TagField } from '@/components/ui/tag-field'
import { communicationOf, communicationSchema, type CommunicationValues } from '../form'
import { recipients } from '../model'
import { TabForm } from './tab-form'
import type { TabProps } from './types'

/** Who gets the confirmations of what a reseller sold. */
export default function CommunicationTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  return (
    <TabForm
      tab="communication"
      reseller={reseller}
      pick={communicationOf}
      body={(values) => values}
      schema={communicationSchema}
      shown={['recipients', 'emails', 'emails.*']}
    >
      <Card title={t('confirmations')}>
        <div className="space-y-5">
          <FormChecks
            name="recipients"
            label={t('recipients')}
            options={recipients.map((id) => ({ id, name: t(`to_${id}`) }))}
            hint={t('recipientsHint')}
          />
          <Emails />
        </div>
      </Card>
    </TabForm>
  )
}

function Emails() {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const { value, onChange, error } = useField<string[]>('emails')
  const { formState } = useFormContext<CommunicationValues>()
  const nested = formState.errors.emails
  const first = Array.isArray(nested) ? nested.find((one) => one?.message)?.message : undefined
  return (
    <TagField
      label={t('moreEmails')}
      hint={t('moreEmailsHint')}
      value={value}
      onChange={onChange}
      error={first === 'email' ? common('invalid_email') : (first ?? error)}
    />
  )
}
