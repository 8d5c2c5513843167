'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormChecks, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber } from '@/components/form-fields'
import { toast } from '@/lib/toast'
import { templatesQuery } from '../api'
import { saveAutomation } from '../crm-api'
import { useCategoryName, useTemplateName } from '../names'
import { minutesOf, offsetOf, offsetUnits, stopsOf, type OffsetUnit, type Stop, type Trigger } from '../offsets'
import { suitsTrigger } from '../suits'
import type { Automation } from '../types'

type Props = { trigger: Trigger; automation?: Automation; experience?: number; onClose: () => void }
type Values = {
  template_id: number | null
  count: number | null
  unit: OffsetUnit
  stop_if: Stop[]
  is_on: boolean
}
const schema = z.object({
  template_id: z.number('required'),
  count: z.number('required').check(z.gte(0, 'positive')),
  unit: z.enum(offsetUnits),
  stop_if: z.array(z.string()),
  is_on: z.boolean(),
})
// Behind all the others of its trigger.
const LAST = 9_999
const shown = ['template_id', 'offset_minutes', 'stop_if']

const valuesOf = (trigger: Trigger, automation?: Automation): Values => ({
  template_id: automation?.template.id ?? null,
  ...offsetOf(automation?.offset_minutes ?? (trigger === 'reserved' ? 0 : 1440)),
  stop_if: automation?.stop_if ?? [...stopsOf[trigger]],
  is_on: automation?.is_on ?? true,
})

/** When a message goes out and which: a new one, or another time for one that is there. */
export function AutomationDialog({ trigger, automation, experience, onClose }: Props) {
  const t = useTranslations('crm')
  const queries = useQueryClient()
  const values = valuesOf(trigger, automation)
  const save = ({ template_id, count, unit, ...rest }: Values) =>
    saveAutomation({
      ...rest,
      id: automation?.id ?? null,
      version: automation?.version ?? null,
      trigger,
      template_id: template_id ?? 0,
      offset_minutes: minutesOf({ count: count ?? 0, unit }),
      position: automation?.position ?? LAST,
      experience_id: automation?.experience_id ?? experience ?? null,
    })
  const saved = () => {
    toast.success(t('automationSaved'))
    void queries.invalidateQueries({ queryKey: ['setup', 'automations'] })
    void queries.invalidateQueries({ queryKey: ['setup', 'planned'] })
    onClose()
  }
  return (
    <FormDialog
      title={t(automation ? 'editAutomation' : 'newAutomation', { trigger: t(`trigger_${trigger}`) })}
      {...{ values, schema, shown, save, onClose }}
      onSaved={saved}
    >
      <TemplateChoice trigger={trigger} />
      <Offset trigger={trigger} />
      {stopsOf[trigger].length > 0 && (
        <FormChecks
          name="stop_if"
          label={t('stopIf')}
          options={stopsOf[trigger].map((id) => ({ id, name: t(`stop_${id}`) }))}
        />
      )}
      <FormSwitch name="is_on">{t('isOn')}</FormSwitch>
    </FormDialog>
  )
}

function TemplateChoice({ trigger }: { trigger: Trigger }) {
  const t = useTranslations('crm')
  const nameOf = useTemplateName()
  const categoryName = useCategoryName()
  const { data = [] } = useQuery(templatesQuery)
  const fitting = data.filter((one) => !one.is_archived && suitsTrigger(one.category, trigger))
  return (
    <FormSelect
      name="template_id"
      label={t('template')}
      options={fitting.map((one) => ({ id: one.id, name: nameOf(one), note: categoryName(one.category) }))}
    />
  )
}

function Offset({ trigger }: { trigger: Trigger }) {
  const t = useTranslations('crm')
  const count = useWatch<Values, 'count'>({ name: 'count' })
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">{t(`offset_${trigger}`)}</legend>
      <div className="grid grid-cols-2 gap-3">
        <FormNumber name="count" label={t('offsetCount')} isLabelHidden minValue={0} maxValue={9999} />
        <FormSelect
          name="unit"
          label={t('offsetUnit')}
          isLabelHidden
          options={offsetUnits.map((id) => ({ id, name: t(`unit_${id}`) }))}
        />
      </div>
      {count === 0 && <p className="pt-1.5 text-sm text-faint">{t(`at_${trigger}`)}</p>}
    </fieldset>
  )
}
