'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Feature } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { Select } from '@/components/ui/select'
import * as rules from '@/lib/rules'
import { featuresQuery, setOverride, setShare } from '../api'

type Props = { feature: Feature; onClose: () => void }
type Answer = { data: Feature[] }

function useKeep(onClose: () => void) {
  const queries = useQueryClient()
  return (answer: Answer) => {
    queries.setQueryData(featuresQuery.queryKey, answer)
    onClose()
  }
}

const shareSchema = z.looseObject({ reason: rules.name(500) })
const overrideSchema = z.looseObject({ slug: rules.name(60), reason: rules.name(500) })

/** For how many of all operators the feature is on. */
export function ShareDialog({ feature, onClose }: Props) {
  const t = useTranslations('platformFeatures')
  const keep = useKeep(onClose)
  return (
    <FormDialog<{ share_percent: number | null; reason: string }, Answer>
      title={t('switchAll')}
      values={{ share_percent: feature.share_percent ?? (feature.is_on ? 100 : 0), reason: '' }}
      schema={shareSchema}
      shown={['share_percent', 'reason']}
      save={(values) => setShare(feature.feature, { ...values, version: feature.version })}
      onSaved={keep}
      onClose={onClose}
    >
      <FormNumber name="share_percent" label={t('percent')} hint={t('percentHint')} minValue={0} maxValue={100} />
      <FormText name="reason" label={t('reason')} maxLength={500} />
    </FormDialog>
  )
}

/** Whether one operator has it, whatever holds for the others. */
export function OverrideDialog({ feature, onClose }: Props) {
  const t = useTranslations('platformFeatures')
  const keep = useKeep(onClose)
  return (
    <FormDialog<{ slug: string; state: string; reason: string }, Answer>
      title={t('switchOne')}
      values={{ slug: '', state: 'off', reason: '' }}
      schema={overrideSchema}
      shown={['slug', 'reason']}
      save={({ slug, state, reason }) =>
        setOverride(feature.feature, { slug, reason, is_on: state === 'default' ? null : state === 'on' })
      }
      onSaved={keep}
      onClose={onClose}
    >
      <FormText name="slug" label={t('slug')} hint={t('slugHint')} spellCheck={false} />
      <State />
      <FormText name="reason" label={t('reason')} maxLength={500} />
    </FormDialog>
  )
}

function State() {
  const t = useTranslations('platformFeatures')
  const { value, onChange } = useField<string>('state')
  const options = (['off', 'on', 'default'] as const).map((id) => ({ id: id as string, name: t(id) }))
  return <Select label={t('state')} options={options} value={value} onChange={onChange} />
}
