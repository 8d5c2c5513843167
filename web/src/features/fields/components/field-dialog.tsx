'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { CustomField } from '@/api/models'
import { FormSelect, FormSwitch, FormTags } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import { toast } from '@/lib/toast'
import * as rules from '@/lib/rules'
import { saveField } from '../api'
import { bodyOf, formOf, isChoice, isMeasured, kinds, moments, scopes, type FieldForm } from '../model'
import { useNames } from './use-names'

const schema = z.looseObject({ label: rules.name(160) })
const shown = ['label', 'name', 'help_text', 'kind', 'options', 'scope', 'ask_when', 'validation']

/** One question, new or changed. What was answered stays right: kind and scope are chosen once. */
export function FieldDialog({ field, onClose }: { field?: CustomField; onClose: () => void }) {
  const t = useTranslations('fields')
  const queries = useQueryClient()
  return (
    <FormDialog<FieldForm, unknown>
      title={field ? field.label : t('new')}
      size="lg"
      values={formOf(field)}
      schema={schema}
      shown={shown}
      save={(values) => saveField(bodyOf(values))}
      onSaved={() => {
        toast.success(t('saved'))
        void queries.invalidateQueries({ queryKey: ['setup', 'customFields'] })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="label" label={t('label')} hint={t('labelHint')} autoFocus={!field} />
      <FormText name="help_text" label={t('help')} hint={t('helpHint')} />
      <What isFixed={!!field} />
      <Rules />
    </FormDialog>
  )
}

function What({ isFixed }: { isFixed: boolean }) {
  const t = useTranslations('fields')
  const names = useNames()
  const kind = useWatch({ name: 'kind' }) as string
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <FormSelect
          name="kind"
          label={t('kind')}
          options={kinds.map((id) => ({ id, name: names.kind(id) }))}
          isDisabled={isFixed}
        />
        <FormSelect
          name="scope"
          label={t('scope')}
          options={scopes.map((id) => ({ id, name: names.scope(id) }))}
          isDisabled={isFixed}
        />
        <FormSelect
          name="ask_when"
          label={t('askWhen')}
          options={moments.map((id) => ({ id, name: names.moment(id) }))}
        />
      </div>
      {isFixed && <p className="text-sm text-faint">{t('fixedHint')}</p>}
      {isChoice(kind) && <FormTags name="options" label={t('options')} hint={t('optionsHint')} />}
      {isMeasured(kind) && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormNumber name="min" label={t('min')} />
          <FormNumber name="max" label={t('max')} />
        </div>
      )}
    </>
  )
}

function Rules() {
  const t = useTranslations('fields')
  return (
    <div className="space-y-1">
      <FormSwitch name="is_required">{t('isRequired')}</FormSwitch>
      <FormSwitch name="show_on_manifest">{t('onManifest')}</FormSwitch>
      <FormSwitch name="is_pii" hint={t('isPiiHint')}>
        {t('isPii')}
      </FormSwitch>
      <FormSwitch name="is_health" hint={t('isHealthHint')}>
        {t('isHealth')}
      </FormSwitch>
    </div>
  )
}
