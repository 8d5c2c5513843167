'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { AgentSettings, Agents } from '@/api/models'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import { Select } from '@/components/ui/select'
import { languageName, languages } from '@/lib/languages'
import { keepAgents, saveSettings } from '../api'
import { changed } from '../model'

const schema = z.looseObject({})
const shown = ['max_pax', 'links_a_day', 'handoff_number', 'hours', 'policies']

/** What AI agents may do, and what they may say of the business. */
export function LimitsDialog({ settings, onClose }: { settings: AgentSettings; onClose: () => void }) {
  const t = useTranslations('aiAgents')
  const queries = useQueryClient()
  const policies = Object.fromEntries(languages.map((one) => [one, settings.policies[one] ?? '']))
  return (
    <FormDialog<AgentSettings, Agents>
      title={t('limits')}
      size="lg"
      values={{ ...settings, policies }}
      schema={schema}
      shown={shown}
      save={(values) => saveSettings(changed(settings, values))}
      onSaved={(answer) => {
        keepAgents(queries, answer)
        onClose()
      }}
      onClose={onClose}
    >
      <FormSwitch name="is_visitors_on" hint={t('visitorsHint')}>
        {t('visitors')}
      </FormSwitch>
      <FormSwitch name="can_create" hint={t('canCreateHint')}>
        {t('canCreate')}
      </FormSwitch>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormNumber name="max_pax" label={t('maxPax')} hint={t('maxPaxHint')} minValue={1} maxValue={200} />
        <FormNumber name="links_a_day" label={t('linksADay')} minValue={0} maxValue={20} />
        <FormText name="handoff_number" label={t('handoff')} hint={t('handoffHint')} type="tel" />
        <FormText name="hours" label={t('hours')} hint={t('hoursHint')} maxLength={200} />
      </div>
      <Policies />
    </FormDialog>
  )
}

function Policies() {
  const t = useTranslations('aiAgents')
  const [language, setLanguage] = useState<string>(useLocale())
  return (
    <>
      <Select
        label={t('policiesLanguage')}
        options={languages.map((id) => ({ id, name: languageName(id) }))}
        value={language}
        onChange={setLanguage}
      />
      <FormText key={language} name={`policies.${language}`} label={t('policies')} hint={t('policiesHint')} rows={5} />
    </>
  )
}
