'use client'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/combo-box'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { currencyOf, guessCountry } from '../guess'
import { useChoices } from '../use-choices'
import type { StepProps } from './types'
import { StepHead } from './step-head'

export const minPassword = 10
const types = ['tours', 'water', 'outdoor', 'rental', 'classes', 'attraction', 'other'] as const

type Props = StepProps & { password: string; onPassword: (password: string) => void }

/** Where the operator is and what it pays in, guessed from the browser, and a password. */
export function BusinessStep({ init, memory, onKeep, password, onPassword }: Props) {
  const t = useTranslations('signup')
  const guessed = useGuess(memory, init)
  const [isTried, setTried] = useState(false)
  const isKnown = init.is_existing_login
  const isShort = password.length < (isKnown ? 1 : minPassword)
  const values = { ...guessed, type: memory.type }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isShort && values.country && values.currency && values.time_zone) onKeep(values, 'terms')
      }}
    >
      <StepHead title={t('businessTitle')} text={t('businessText')} />
      <PlaceFields init={init} memory={memory} values={values} onKeep={onKeep} />
      <PasswordField
        isKnown={isKnown}
        isWrong={isTried && isShort}
        email={memory.person.email}
        value={password}
        onChange={onPassword}
      />
      <StepButtons onBack={() => onKeep({}, 'domain')} />
    </form>
  )
}

type PlaceProps = Pick<StepProps, 'init' | 'memory' | 'onKeep'> & { values: ReturnType<typeof useGuess> }

function PlaceFields({ init, memory, values, onKeep }: PlaceProps) {
  const t = useTranslations('signup')
  const { countries, currencies, zones } = useChoices(init)
  return (
    <>
      <Select
        label={t('type')}
        options={types.map((id) => ({ id, name: t(`type_${id}`) }))}
        value={memory.type}
        onChange={(type) => onKeep({ type })}
      />
      <ComboBox
        label={t('country')}
        options={countries}
        value={values.country}
        onChange={(country) => onKeep({ ...values, country, currency: currencyOf(country) ?? values.currency })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ComboBox
          key={values.currency}
          label={t('currency')}
          options={currencies}
          value={values.currency}
          onChange={(currency) => onKeep({ ...values, currency })}
        />
        <ComboBox
          label={t('zone')}
          options={zones}
          value={values.time_zone}
          onChange={(time_zone) => onKeep({ ...values, time_zone })}
        />
      </div>
    </>
  )
}

type PasswordProps = {
  isKnown: boolean
  isWrong: boolean
  email: string
  value: string
  onChange: (password: string) => void
}

/** A new password, or for a known address the one it has already. */
function PasswordField({ isKnown, isWrong, email, value, onChange }: PasswordProps) {
  const t = useTranslations('signup')
  const tCommon = useTranslations('common')
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        label={isKnown ? t('passwordKnown') : t('password')}
        hint={isKnown ? t('passwordKnownHint') : t('passwordHint', { count: minPassword })}
        type="password"
        autoComplete={isKnown ? 'current-password' : 'new-password'}
        value={value}
        onChange={onChange}
        error={isWrong ? tCommon(isKnown ? 'invalid_required' : 'invalid_password') : undefined}
      />
    </>
  )
}

function StepButtons({ onBack }: { onBack: () => void }) {
  const t = useTranslations('signup')
  return (
    <div className="mt-2 flex gap-3">
      <Button size="lg" onPress={onBack}>
        {t('back')}
      </Button>
      <Button type="submit" look="primary" size="lg" className="grow">
        {t('next')}
      </Button>
    </div>
  )
}

function useGuess(memory: StepProps['memory'], init: StepProps['init']) {
  return useMemo(() => {
    const country = memory.country || guessCountry(navigator.languages)
    const offered = (code: string) => init.currencies.some((one) => one.code === code)
    const likely = currencyOf(country) ?? 'USD'
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return {
      country: init.countries.some((one) => one.code === country) ? country : '',
      currency: memory.currency || (offered(likely) ? likely : ''),
      time_zone: memory.time_zone || (init.timezones.includes(zone) ? zone : ''),
    }
  }, [memory, init])
}
