'use client'
import { useTranslations } from 'use-intl'
import type { BoardingCall, Device } from '@/api/models'
import { ImproveButton } from '@/components/assistant/improve-button'
import { TestPlay } from '@/components/speech/test-play'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { TextField } from '@/components/ui/field'
import { NumberField } from '@/components/ui/number-field'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { languageName } from '@/lib/languages'
import { FREE, isListening, MOST_LANGUAGES, withWords, type Call } from '../boarding-call'

type Props = { ready: BoardingCall; speakers: Device[]; call: Call; onChange: (call: Call) => void }

/** What is said, in which languages, where, how often. */
export function BoardingFields({ ready, speakers, call, onChange }: Props) {
  const t = useTranslations('speech')
  const set = (changes: Partial<Call>) => onChange({ ...call, ...changes })
  const names = ready.calls.map((one, id) => ({ id, name: one.shipped ? t(`call_${one.shipped}`) : one.name }))
  const languages = [...new Set(ready.calls.flatMap(({ texts }) => texts.map(({ language }) => language)))]
  return (
    <>
      <Select
        label={t('what')}
        options={[...names, { id: FREE, name: t('free') }]}
        value={call.place}
        onChange={(place) => onChange(withWords(call, ready, place))}
      />
      <CheckboxGroup
        label={t('languages')}
        hint={t('languagesHint', { most: MOST_LANGUAGES })}
        isInline
        options={languages.map((id) => ({ id, name: languageName(id) }))}
        value={call.languages}
        onChange={(chosen) => set({ languages: chosen.slice(0, MOST_LANGUAGES) })}
      />
      {call.languages.map((language) => (
        <Words
          key={language}
          language={language}
          text={call.texts[language] ?? ''}
          onChange={(text) => set({ texts: { ...call.texts, [language]: text } })}
        />
      ))}
      <Manner speakers={speakers} call={call} set={set} />
    </>
  )
}

type MannerProps = { speakers: Device[]; call: Call; set: (changes: Partial<Call>) => void }

/** Where it is said, how often, and with what before it. */
function Manner({ speakers, call, set }: MannerProps) {
  const t = useTranslations('speech')
  return (
    <>
      <CheckboxGroup
        label={t('speakers')}
        options={speakers.map((one) => ({
          id: String(one.id),
          name: one.name,
          note: isListening(one) ? t('on') : t('off'),
        }))}
        value={call.devices.map(String)}
        onChange={(chosen) => set({ devices: chosen.map(Number) })}
      />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <NumberField
          label={t('repeats')}
          value={call.repeats}
          onChange={(repeats) => set({ repeats: repeats ?? 1 })}
          minValue={1}
          maxValue={10}
          className="w-32"
        />
        <Switch isSelected={call.hasChime} onChange={(hasChime) => set({ hasChime })}>
          {t('chime')}
        </Switch>
      </div>
    </>
  )
}

type WordsProps = { language: string; text: string; onChange: (text: string) => void }

function Words({ language, text, onChange }: WordsProps) {
  const label = languageName(language)
  return (
    <div className="space-y-2">
      <TextField label={label} rows={2} value={text} onChange={onChange} maxLength={500} />
      <div className="flex flex-wrap gap-2">
        <TestPlay text={text} language={language} />
        <ImproveButton
          of={label}
          text={text}
          purpose="announcement"
          locale={language}
          maxLen={500}
          onChange={onChange}
        />
      </div>
    </div>
  )
}
