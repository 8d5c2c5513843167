'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Channel, Connection } from '@/api/models'
import { FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { connectionQuery, connectionsQuery, saveConnection } from '../api'
import { bodyOf, termsOf, type Terms } from '../model'
import { fieldsOf, namesOf, type OwnField } from '../own-settings'
import { OwnFields } from './own-fields'

type Props = { connection: Connection; channel: Channel; partners: { id: number; name: string }[] }
const plain = ['title', 'reseller_id', 'price_mode', 'hold_minutes', 'most_hold_minutes', 'calls_per_minute']

/** What was agreed with a channel, and the settings that its plugin has of its own. */
export function TermsForm({ connection, channel, partners }: Props) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const settings = fieldsOf(channel.settings_schema)
  const credentials = fieldsOf(channel.credentials_schema)
  const form = useForm<Terms>({ defaultValues: termsOf(connection, settings, credentials) })
  const save = useSave(connection, settings)
  const shown = [...plain, ...namesOf('settings', settings), ...namesOf('credentials', credentials)]
  const submit = form.handleSubmit((terms) =>
    save.mutateAsync(terms).catch((error: unknown) => void showFieldErrors(form, error, shown)),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <Card title={t('agreed')}>
          <Agreed partners={partners} />
        </Card>
        <OwnFields title={t('ownSettings')} part="settings" fields={settings} />
        <OwnFields
          title={t('theirCredentials')}
          text={connection.has_credentials ? t('credentialsKept') : t('credentialsText')}
          part="credentials"
          fields={credentials}
        />
        {save.isError && <Failure error={save.error} />}
        <Button type="submit" look="primary" isPending={save.isPending}>
          {common('save')}
        </Button>
      </form>
    </FormProvider>
  )
}

function Agreed({ partners }: Pick<Props, 'partners'>) {
  const t = useTranslations('channels')
  return (
    <div className="space-y-5">
      <FormText name="title" label={t('name')} />
      <FormSelect name="reseller_id" label={t('partner')} hint={t('partnerHint')} options={partners} />
      <FormRadio
        name="price_mode"
        label={t('prices')}
        options={(['ours', 'theirs'] as const).map((id) => ({
          id,
          name: t(`prices_${id}`),
          note: t(`pricesNote_${id}`),
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormNumber name="hold_minutes" label={t('holdMinutes')} />
        <FormNumber name="most_hold_minutes" label={t('mostHoldMinutes')} />
        <FormNumber name="calls_per_minute" label={t('callsPerMinute')} />
      </div>
      <FormSwitch name="is_open_to_all" hint={t('openToAllHint')}>
        {t('openToAll')}
      </FormSwitch>
      <FormSwitch name="is_guest_told" hint={t('guestToldHint')}>
        {t('guestTold')}
      </FormSwitch>
    </div>
  )
}

function useSave(connection: Connection, fields: OwnField[]) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (terms: Terms) => saveConnection(connection.id, bodyOf(connection, terms, fields)),
    onSuccess: (answer) => {
      queries.setQueryData(connectionQuery(connection.id).queryKey, answer)
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
      toast.success(t('saved'))
    },
  })
}

function Failure({ error }: { error: Error }) {
  const text = useErrorText()
  const isAtFields = error instanceof ApiError && error.code === 'validation_failed'
  return isAtFields ? null : <Notice tone="bad">{text(error)}</Notice>
}
