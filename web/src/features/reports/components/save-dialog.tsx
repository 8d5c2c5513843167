'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { CustomReport, CustomReportIn } from '@/api/report-models'
import { FormSwitch } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { isFiscal } from '../periods'
import { definitionOf, savedQuery, saveReport, stateOf } from '../saved'
import { presetOf } from '../state'
import { useReportWords } from '../words'
import { MailFields } from './mail-fields'
import type { HeadProps } from './head-props'
import type { SaveValues, Schedule } from './save-values'

type Props = HeadProps & { saved: CustomReport | undefined; onClose: () => void }
const FORM = 'save-report'

/** The report as it is now, kept under a name: for oneself or the team, and by email where that is wanted. */
export function SaveDialog(props: Props) {
  const { saved, onClose } = props
  const t = useTranslations('reports')
  const common = useTranslations('common')
  const { form, submit, error } = useSave(props)
  const isOver = saved?.is_editable ?? false
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      {isOver && <Button onPress={() => void submit(true)}>{t('saveAsNew')}</Button>}
      <Button type="submit" form={FORM} look="primary" isPending={form.formState.isSubmitting}>
        {isOver ? t('saveChanges') : t('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={isOver ? t('change') : t('save')} isOpen onClose={onClose} footer={footer}>
      <FormProvider {...form}>
        <form
          id={FORM}
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            void submit(!isOver)
          }}
        >
          <Fields facts={props.facts} state={props.state} />
          {error && <Notice tone="bad">{error}</Notice>}
        </form>
      </FormProvider>
    </Dialog>
  )
}

function Fields({ facts, state }: Pick<Props, 'facts' | 'state'>) {
  const t = useTranslations('reports')
  const known = useQuery(savedQuery).data
  const preset = presetOf(state.period)
  const moves =
    preset !== null && !isFiscal(preset) ? t('saveMoves', { period: t(`period_${preset}`) }) : t('saveStays')
  return (
    <>
      <p className="text-sm text-pretty text-soft">{facts.dates.length > 0 ? moves : t('asOfNow')}</p>
      <FormText name="name" label={t('name')} maxLength={80} isRequired autoFocus />
      {known?.may_share && (
        <FormSwitch name="is_shared" hint={t('shareHint')}>
          {t('share')}
        </FormSwitch>
      )}
      <MailFields team={known?.team ?? []} />
    </>
  )
}

const usualSchedule: Required<Schedule> = { frequency: 'weekly', time: '07:00', weekday: 0, day: 1, format: 'xlsx' }

function valuesOf(saved: CustomReport | undefined, name: string): SaveValues {
  return {
    name: saved?.name ?? name,
    is_shared: saved?.is_shared ?? false,
    is_mailed: !!saved?.schedule,
    schedule: saved?.schedule ?? usualSchedule,
    recipients: saved?.recipients.map(({ id }) => id) ?? [],
  }
}

function useSave({ state, days, columns, saved, show, onClose }: Props) {
  const words = useReportWords()
  const t = useTranslations('reports')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [error, setError] = useState('')
  const form = useForm<SaveValues>({ defaultValues: valuesOf(saved?.is_editable ? saved : undefined, '') })
  const submit = (isNew: boolean) =>
    form.handleSubmit(async (values) => {
      setError('')
      if (!values.name.trim()) return form.setError('name', { message: 'required' })
      try {
        const made = await saveReport(bodyOf(values, isNew))
        await queries.invalidateQueries({ queryKey: savedQuery.queryKey })
        show({ ...(stateOf(made) ?? state), chart: state.chart, measure: state.measure })
        toast.success(t('nowSaved', { name: made.name }))
        onClose()
      } catch (problem) {
        setError(showFieldErrors(form, problem, ['name']) === null ? errorText(problem) : '')
      }
    })()

  function bodyOf(values: SaveValues, isNew: boolean): CustomReportIn {
    const { name, is_shared, is_mailed, schedule, recipients } = values
    const labels = Object.fromEntries(columns.map(({ key, label }) => [key, words.column(key, label)]))
    const over = !isNew && saved?.is_editable ? { id: saved.id, version: saved.version } : {}
    return {
      ...over,
      name: name.trim(),
      base: state.report,
      definition: definitionOf(state, days, labels),
      is_shared,
      schedule: is_mailed ? schedule : null,
      recipients: is_mailed ? recipients : [],
    }
  }
  return { form, submit, error }
}
