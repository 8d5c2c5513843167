'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Connection, ProductMapping } from '@/api/models'
import { FormSelect, FormTags } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/combo-box'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { channelsQuery, connectionQuery, deleteMapping, experiencesQuery, mappingsQuery, saveMapping } from '../api'
import { mappingBody, mappingForm, type MappingForm } from '../model'
import { fieldsOf, namesOf, type OwnField } from '../own-settings'
import { Problems } from './go-live'
import { OwnFieldset } from './own-fields'
import { UnitFields } from './unit-fields'

const schema = z.looseObject({ experience_id: rules.name(), product_ref: rules.trimmed(200) })
const shown = ['experience_id', 'product_ref', 'option_ref', 'title', 'start_times', 'state']

type Props = { connection: Connection; mapping: ProductMapping | null; onClose: () => void }

/** An experience as the channel sells it: its names for product, option, times and tickets. */
export function MappingDialog(props: Props) {
  const t = useTranslations('channels')
  const { data, error, refetch } = useQuery(channelsQuery)
  const channel = data?.find((one) => one.channel === props.connection.channel)
  if (data) return <MappingFields {...props} fields={fieldsOf(channel?.mapping_schema)} />
  return (
    <Dialog title={props.mapping?.experience_name ?? t('map')} isOpen onClose={props.onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
    </Dialog>
  )
}

function MappingFields({ connection, mapping, onClose, fields }: Props & { fields: OwnField[] }) {
  const t = useTranslations('channels')
  const onDone = useDone(connection.id, onClose)
  return (
    <FormDialog<MappingForm, unknown>
      title={mapping ? mapping.experience_name : t('map')}
      size="lg"
      values={mappingForm(mapping, fields)}
      schema={schema}
      shown={[...shown, ...namesOf('settings', fields)]}
      save={(form) => saveMapping(mappingBody(form, connection.id, mapping, fields))}
      onSaved={onDone}
      onClose={onClose}
    >
      {mapping?.state === 'refused' && <Notice tone="warn">{mapping.why || t('mapping_refused')}</Notice>}
      {mapping && <Problems problems={mapping.problems} />}
      {!mapping && <Experience />}
      <Names />
      <UnitFields />
      <FormTags name="start_times" label={t('startTimes')} hint={t('startTimesHint')} />
      <OwnFieldset title={t('ownSettings')} part="settings" fields={fields} />
      <States />
      {mapping && <Remove mapping={mapping} onDone={onDone} />}
    </FormDialog>
  )
}

function useDone(connectionId: number, onClose: () => void) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: mappingsQuery(connectionId).queryKey })
    void queries.invalidateQueries({ queryKey: connectionQuery(connectionId).queryKey })
    toast.success(t('saved'))
    onClose()
  }
}

function Experience() {
  const t = useTranslations('channels')
  const { data } = useQuery(experiencesQuery)
  const { setValue } = useFormContext<MappingForm>()
  const { value, onChange, error } = useField<string>('experience_id')
  const choose = (id: string) => {
    onChange(id)
    setValue('units', {})
  }
  const options = (data ?? []).map(({ id, name }) => ({ id: String(id), name }))
  return <ComboBox label={t('experience')} options={options} value={value || null} onChange={choose} error={error} />
}

function Names() {
  const t = useTranslations('channels')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormText name="product_ref" label={t('productRef')} hint={t('productRefHint')} spellCheck={false} />
      <FormText name="option_ref" label={t('optionRef')} hint={t('optionRefHint')} spellCheck={false} />
      <FormText name="title" label={t('optionTitle')} />
    </div>
  )
}

function States() {
  const t = useTranslations('channels')
  const options = (['draft', 'live', 'paused'] as const).map((id) => ({ id, name: t(`mapping_${id}`) }))
  return <FormSelect name="state" label={t('state')} options={options} />
}

function Remove({ mapping, onDone }: { mapping: ProductMapping; onDone: () => void }) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteMapping(mapping.id),
    onSuccess: onDone,
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {common('remove')}
      </Button>
      <ConfirmDialog
        title={t('unmapTitle', { name: mapping.experience_name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        confirmLabel={common('remove')}
        isPending={remove.isPending}
        isDanger
      >
        {t('unmapText')}
      </ConfirmDialog>
    </>
  )
}
