'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { TextField } from '@/components/ui/field'
import { Press } from '@/components/ui/press'
import { RadioGroup } from '@/components/ui/radio-group'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { Affected } from './affected'
import { refundModes, type Choices, type Preview, type RefundMode, type Scope } from './types'

const MOST = 500
const usual = ['weather', 'few', 'crew', 'boat'] as const

type Props = { scope: Scope; preview: Preview; choices: Choices; onChange: (choices: Choices) => void }

/** Why, what the guests get back, and what they are told. */
export function ChoicesForm({ scope, preview, choices, onChange }: Props) {
  const t = useTranslations('massCancel')
  const set = (part: Partial<Choices>) => onChange({ ...choices, ...part })
  const { departures, affected } = preview
  const isEmpty = affected.orders === 0
  return (
    <div className="space-y-6">
      <Affected preview={preview} />
      {isEmpty && <Notice tone="info">{t(departures.length > 0 ? 'nobodyBooked' : 'nothing')}</Notice>}
      {scope.kind === 'day' && <Tours preview={preview} choices={choices} set={set} />}
      {scope.kind !== 'timeslot' && (
        <Switch isSelected={choices.only_empty} onChange={(only_empty) => set({ only_empty })}>
          {t('onlyEmpty')}
        </Switch>
      )}
      <Reason choices={choices} set={set} />
      {!isEmpty && (
        <>
          <Refund choices={choices} set={set} />
          <Telling choices={choices} set={set} />
        </>
      )}
    </div>
  )
}

type Part = { choices: Choices; set: (part: Partial<Choices>) => void }

function Reason({ choices, set }: Part) {
  const t = useTranslations('massCancel')
  return (
    <div className="space-y-2">
      <TextField
        label={t('reason')}
        hint={t('reasonHint')}
        value={choices.reason}
        onChange={(reason) => set({ reason })}
        maxLength={MOST}
        isRequired
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        {usual.map((one) => (
          <Press
            key={one}
            onPress={() => set({ reason: t(`reason_${one}`), cause: one === 'weather' ? 'weather' : 'operator' })}
            className="min-h-9 rounded-full border px-3 text-sm text-soft hover:border-accent hover:text-accent pointer-coarse:min-h-11"
          >
            {t(`reason_${one}`)}
          </Press>
        ))}
      </div>
    </div>
  )
}

function Refund({ choices, set }: Part) {
  const t = useTranslations('massCancel')
  const names: Record<RefundMode, { name: string; note: string }> = {
    full: { name: t('refund_full'), note: t('refundNote_full') },
    policy: { name: t('refund_policy'), note: t('refundNote_policy') },
    none: { name: t('refund_none'), note: t('refundNote_none') },
  }
  return (
    <div className="space-y-2">
      <RadioGroup
        label={t('refund')}
        options={[...refundModes].reverse().map((id) => ({ id, ...names[id] }))}
        value={choices.refund_mode}
        onChange={(refund_mode) => set({ refund_mode })}
      />
      {choices.refund_mode !== 'full' && (
        <Switch
          isSelected={choices.cause === 'weather'}
          onChange={(on) => set({ cause: on ? 'weather' : 'operator' })}
          hint={t('weatherHint')}
        >
          {t('weatherCause')}
        </Switch>
      )}
    </div>
  )
}

function Telling({ choices, set }: Part) {
  const t = useTranslations('massCancel')
  return (
    <div className="space-y-3">
      <Switch isSelected={choices.isNotified} onChange={(isNotified) => set({ isNotified })} hint={t('notifyHint')}>
        {t('notify')}
      </Switch>
      {choices.isNotified && (
        <TextField
          label={t('note')}
          hint={t('noteHint')}
          rows={3}
          maxLength={2000}
          value={choices.note}
          onChange={(note) => set({ note })}
        />
      )}
      {choices.isNotified && (
        <Switch isSelected={choices.allow_self_rebook} onChange={(on) => set(rebooking(on))} hint={t('selfRebookHint')}>
          {t('selfRebook')}
        </Switch>
      )}
      {choices.isNotified && choices.allow_self_rebook && (
        <Switch
          isSelected={choices.allow_other_experience}
          onChange={(allow_other_experience) => set({ allow_other_experience })}
        >
          {t('otherExperience')}
        </Switch>
      )}
    </div>
  )
}

const rebooking = (on: boolean): Partial<Choices> =>
  on ? { allow_self_rebook: true } : { allow_self_rebook: false, allow_other_experience: false }

/** Experiences of the day that are to take place all the same. */
function Tours({ preview, choices, set }: Part & { preview: Preview }) {
  const t = useTranslations('massCancel')
  // Those that were left out are no longer in the preview.
  const [known] = useState(() => new Map(preview.departures.map(({ experience }) => [experience.id, experience.name])))
  if (known.size < 2) return null
  return (
    <CheckboxGroup
      label={t('tours')}
      options={[...known].map(([id, name]) => ({ id: String(id), name }))}
      value={[...known.keys()].filter((id) => !choices.exclude_experience_ids.includes(id)).map(String)}
      onChange={(chosen) =>
        set({ exclude_experience_ids: [...known.keys()].filter((id) => !chosen.includes(String(id))) })
      }
    />
  )
}
