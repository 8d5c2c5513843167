'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { SpeechAccount, SpeechProvider, SpokenVoice } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { languageName, languages } from '@/lib/languages'
import { accountsQuery, listVoices, setAccounts } from '../speech-api'
import { withVoice } from '../voices'

type Props = { accounts: SpeechAccount[]; providers: SpeechProvider[]; onClose: () => void }
type Keys = { provider: string; region: string; credentials: Record<string, string> }

/** A new voice: the account first, which is tried by asking for its voices, then one of them. */
export function VoiceDialog({ accounts, providers, onClose }: Props) {
  const t = useTranslations('speech')
  const [keys, setKeys] = useState<Keys>({ provider: providers[0]?.slug ?? '', region: '', credentials: {} })
  const voices = useMutation({ mutationFn: () => listVoices(keys.provider, keys.region, keys.credentials) })
  const chosen = providers.find(({ slug }) => slug === keys.provider)
  if (voices.data) return <Choice {...{ accounts, keys, onClose }} voices={voices.data} onBack={voices.reset} />
  const isReady =
    chosen?.fields.every(({ name }) => keys.credentials[name]?.trim()) && (!chosen.wants_region || keys.region.trim())
  const footer = (
    <>
      <Button onPress={onClose}>{t('cancel')}</Button>
      <Button look="primary" isDisabled={!isReady} isPending={voices.isPending} onPress={() => voices.mutate()}>
        {t('next')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('addVoice')} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-5">
        <AccountFields providers={providers} chosen={chosen} keys={keys} onChange={setKeys} />
        {voices.isError && <Problem error={voices.error} />}
      </div>
    </Dialog>
  )
}

type AccountProps = {
  providers: SpeechProvider[]
  chosen: SpeechProvider | undefined
  keys: Keys
  onChange: (keys: Keys) => void
}

/** What opens an account at the provider that was chosen. */
function AccountFields({ providers, chosen, keys, onChange }: AccountProps) {
  const t = useTranslations('speech')
  return (
    <>
      <Select
        label={t('provider')}
        options={providers.map(({ slug, title }) => ({ id: slug, name: title }))}
        value={keys.provider}
        onChange={(provider) => onChange({ provider, region: '', credentials: {} })}
      />
      {chosen?.fields.map(({ name, title, is_secret }) => (
        <TextField
          key={name}
          label={title}
          type={is_secret ? 'password' : 'text'}
          autoComplete="off"
          value={keys.credentials[name] ?? ''}
          onChange={(text) => onChange({ ...keys, credentials: { ...keys.credentials, [name]: text.trim() } })}
        />
      ))}
      {chosen?.wants_region && (
        <TextField
          label={t('region')}
          hint={t('regionHint')}
          value={keys.region}
          onChange={(region) => onChange({ ...keys, region: region.trim() })}
        />
      )}
    </>
  )
}

type ChoiceProps = Omit<Props, 'providers'> & { keys: Keys; voices: SpokenVoice[]; onBack: () => void }

function Choice({ accounts, keys, voices, onBack, onClose }: ChoiceProps) {
  const t = useTranslations('speech')
  const queries = useQueryClient()
  const [voice, setVoice] = useState(voices[0]?.id ?? '')
  const spoken = voices.find(({ id }) => id === voice)?.languages ?? []
  const choices = spoken.length ? spoken : languages
  const [wanted, setWanted] = useState<string | null>(null)
  const language = choices.find((one) => one === wanted) ?? choices[0] ?? 'en'
  const save = useMutation({
    mutationFn: () => setAccounts(withVoice(accounts, { ...keys, voice, language })),
    onSuccess: (all) => {
      queries.setQueryData(accountsQuery.queryKey, all)
      onClose()
    },
  })
  return (
    <Dialog
      title={t('addVoice')}
      isOpen
      onClose={onClose}
      footer={
        <ChoiceFooter isReady={!!voice} isPending={save.isPending} onBack={onBack} onSave={() => save.mutate()} />
      }
    >
      <div className="space-y-5">
        <Select label={t('voice')} options={voices.map(named)} value={voice} onChange={setVoice} />
        <Select
          label={t('language')}
          options={choices.map((id) => ({ id: String(id), name: languageName(id) }))}
          value={language}
          onChange={setWanted}
        />
        {save.isError && <Problem error={save.error} />}
      </div>
    </Dialog>
  )
}

const named = ({ id, name }: SpokenVoice) => ({ id, name })

type FooterProps = { isReady: boolean; isPending: boolean; onBack: () => void; onSave: () => void }

function ChoiceFooter({ isReady, isPending, onBack, onSave }: FooterProps) {
  const t = useTranslations('speech')
  const common = useTranslations('common')
  return (
    <>
      <Button onPress={onBack}>{t('back')}</Button>
      <Button look="primary" isDisabled={!isReady} isPending={isPending} onPress={onSave}>
        {common('save')}
      </Button>
    </>
  )
}

/** What a provider refused, in a sentence for each thing that may be wrong. */
function Problem({ error }: { error: Error }) {
  const t = useTranslations('speech')
  const errorText = useErrorText()
  const fields = error instanceof ApiError ? Object.keys(error.fields).map((one) => one.split('.').at(-1)) : []
  const known = (['credentials', 'region', 'voice', 'language'] as const).find((one) => fields.includes(one))
  const isAway = error instanceof ApiError && error.code === 'speech_away'
  return <Notice tone="bad">{isAway ? t('away') : known ? t(`wrong_${known}`) : errorText(error)}</Notice>
}
