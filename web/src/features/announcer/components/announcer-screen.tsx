'use client'
import { Volume2, WifiOff } from 'lucide-react'
import { use, useState, type ReactNode } from 'react'
import { browser } from 'react-dom'
import { useTranslations } from 'use-intl'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useFragment } from '@/lib/use-fragment'
import { useTitle } from '@/lib/use-title'
import type { Announcement } from '../api'
import { deviceToken } from '../device-token'
import { useAnnouncer } from '../use-announcer'

/** The page of a device that plays announcements. Nobody signs in: its token comes with the link, or is typed. */
export function AnnouncerScreen() {
  const t = useTranslations('announcer')
  use(browser('this browser knows which device it is'))
  const linked = useFragment('device')
  const [token, setToken] = useState(() => linked ?? deviceToken.get())
  useTitle(t('title'))
  const keep = (next: string | null) => {
    deviceToken.set(next)
    setToken(next)
  }
  return (
    <Frame>
      {token ? <Player key={token} token={token} onKeep={keep} /> : <TokenForm onToken={(one) => keep(one)} />}
    </Frame>
  )
}

export function Frame({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-5 py-8">
      <main className="flex grow flex-col justify-center gap-6 pb-12">
        <Mark className="size-11" />
        {children}
      </main>
      <LanguageButton />
    </div>
  )
}

function TokenForm({ onToken, error }: { onToken: (token: string) => void; error?: string }) {
  const t = useTranslations('announcer')
  const [typed, setTyped] = useState('')
  return (
    <form
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim()) onToken(typed.trim())
      }}
    >
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <TextField label={t('token')} hint={t('tokenHint')} value={typed} onChange={setTyped} error={error} autoFocus />
      <Button type="submit" look="primary" size="lg">
        {t('connect')}
      </Button>
    </form>
  )
}

function Player({ token, onKeep }: { token: string; onKeep: (token: string | null) => void }) {
  const t = useTranslations('announcer')
  const [percent, setPercent] = useState(100)
  const { state, name, said, begin, test } = useAnnouncer(token, percent / 100)
  if (state === 'unknown') return <TokenForm onToken={onKeep} error={t('unknown')} />
  const press = () => {
    deviceToken.set(token)
    begin()
  }
  return (
    <>
      <h1 className="text-2xl font-semibold">{name ? <bdi>{name}</bdi> : t('title')}</h1>
      {state === 'off' ? (
        <>
          <p className="max-w-prose text-pretty text-soft">{t('begin')}</p>
          <Button look="primary" size="lg" onPress={press} className="self-start">
            <Volume2 aria-hidden className="size-5" />
            {t('start')}
          </Button>
        </>
      ) : (
        <Standing state={state} said={said} />
      )}
      <Loudness percent={percent} onChange={setPercent} onTest={test} />
    </>
  )
}

function Standing({ state, said }: { state: string; said: Announcement | null }) {
  const t = useTranslations('announcer')
  return (
    <div className="space-y-4">
      {state === 'offline' && (
        <Notice tone="warn">
          <WifiOff aria-hidden className="me-2 inline size-4" />
          {t('offline')}
        </Notice>
      )}
      <div role="status" className="min-h-40 rounded-xl border bg-surface p-6">
        {said ? (
          <div className="space-y-4">
            {said.parts.map(({ language, text }) => (
              <p key={language} lang={language} dir="auto" className="text-2xl font-medium text-pretty sm:text-3xl">
                {text}
              </p>
            ))}
          </div>
        ) : (
          <p className="text-lg text-soft">{state === 'offline' ? t('waiting') : t('listening')}</p>
        )}
      </div>
    </div>
  )
}

type LoudnessProps = { percent: number; onChange: (percent: number) => void; onTest: () => void }

function Loudness({ percent, onChange, onTest }: LoudnessProps) {
  const t = useTranslations('announcer')
  return (
    <div className="flex flex-wrap items-end gap-5 border-t pt-5">
      <label className="flex min-w-48 grow flex-col gap-2 text-sm font-medium">
        {t('volume', { percent })}
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-6 w-full accent-accent pointer-coarse:h-11"
        />
      </label>
      <Button onPress={onTest}>{t('test')}</Button>
    </div>
  )
}
