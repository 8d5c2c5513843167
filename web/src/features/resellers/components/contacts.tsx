'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useCan } from '@/lib/session'
import type { GeneralValues } from '../form'

const most = 20

/** Whom to call or write to, and who keeps the books. */
export function Contacts() {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const { fields, append, remove } = useFieldArray<GeneralValues, 'contacts'>({ name: 'contacts' })
  return (
    <Card title={t('contacts')}>
      <div className="space-y-5">
        {fields.length === 0 && <p className="text-soft">{t('noContacts')}</p>}
        {fields.map((field, index) => (
          <Contact key={field.id} index={index} onRemove={mayManage ? () => remove(index) : undefined} />
        ))}
        {mayManage && fields.length < most && (
          <Button onPress={() => append({ name: '', email: '', phone: '', is_accounting: false })}>
            <Plus aria-hidden className="size-4" />
            {t('addContact')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Contact({ index, onRemove }: { index: number; onRemove?: () => void }) {
  const t = useTranslations('resellers')
  const at = `contacts.${index}`
  return (
    <div
      role="group"
      aria-label={t('contactOf', { place: index + 1 })}
      className="grid gap-x-5 gap-y-3 border-b pb-5 sm:grid-cols-3"
    >
      <FormText name={`${at}.name`} label={t('name')} />
      <FormText name={`${at}.email`} label={t('email')} type="email" inputMode="email" />
      <FormText name={`${at}.phone`} label={t('phone')} type="tel" inputMode="tel" />
      <div className="flex items-start justify-between gap-3 sm:col-span-3">
        <FormSwitch name={`${at}.is_accounting`} hint={t('accountingHint')}>
          {t('accounting')}
        </FormSwitch>
        {onRemove && (
          <IconButton label={t('removeContact', { place: index + 1 })} onPress={onRemove}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
    </div>
  )
}
