'use client'
import { useQuery } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import { browser } from 'react-dom'
import { useLocale, useTranslations } from 'use-intl'
import { LanguageButton } from '@/components/language-button'
import { Mark } from '@/components/ui/brand'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useFragment } from '@/lib/use-fragment'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { Refusal, stateOf } from '../api'
import { deviceStore, type Kept } from '../device-store'
import { PairForm } from './pair-form'
import { PrinterStation } from './printer-station'
import { WhoSells } from './who-sells'

/** The page of a device: it is paired here once, and then goes on to what its type is for. */
export function DevicePageScreen() {
  const t = useTranslations('devicePage')
  use(browser('this browser knows which device it is'))
  const code = useFragment('pair')
  const [kept, setKept] = useState(() => deviceStore.get())
  const [isPairing, setPairing] = useState(code !== null)
  useTitle(t('title'))
  const keep = (next: Kept | null) => {
    deviceStore.set(next)
    setKept(next)
    setPairing(next === null)
  }
  return (
    <Frame>
      {kept && !isPairing ? (
        <Paired kept={kept} onForget={() => keep(null)} />
      ) : (
        <PairForm code={code ?? ''} onPaired={keep} />
      )}
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

/** Says every half minute that the device is there. */
const BEAT = 30_000

function Paired({ kept, onForget }: { kept: Kept; onForget: () => void }) {
  const t = useTranslations('devicePage')
  const isPrinter = kept.kind === 'printer' || kept.kind === 'pos'
  const { data, error } = useQuery({
    queryKey: ['device', kept.token],
    queryFn: () => stateOf(kept.token, isPrinter ? 'printer' : 'start'),
    refetchInterval: BEAT,
    retry: false,
  })
  if (error instanceof Refusal && error.status === 403) {
    return (
      <>
        <Notice tone="bad">{t(error.code === 'device_elsewhere' ? 'elsewhere' : 'unknown')}</Notice>
        <Button look="primary" size="lg" className="self-start" onPress={onForget}>
          {t('pairAgain')}
        </Button>
      </>
    )
  }
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">
          <bdi>{data?.name ?? kept.name}</bdi>
        </h1>
        <p className="text-soft">{[data?.account, data?.location].filter(Boolean).join(' · ')}</p>
      </div>
      {error && <Notice tone="warn">{t('offline')}</Notice>}
      <Next kept={kept} isPrinter={isPrinter} />
    </>
  )
}

function Next({ kept, isPrinter }: { kept: Kept; isPrinter: boolean }) {
  const t = useTranslations('devicePage')
  const locale = useLocale()
  const next = useFragment('next')
  if (kept.kind === 'pos') {
    return (
      <>
        <WhoSells token={kept.token} next={next?.match(/^\/[^/\\]/) ? next : href('pointOfSale', {}, locale)} />
        <details className="rounded-xl border p-4">
          <summary className="cursor-pointer font-medium">{t('ownPrinter')}</summary>
          <div className="mt-4 space-y-4">
            <PrinterStation token={kept.token} />
          </div>
        </details>
        <a href="/signin" className="self-start text-soft underline underline-offset-4">
          {t('withPassword')}
        </a>
      </>
    )
  }
  if (isPrinter) return <PrinterStation token={kept.token} />
  if (kept.kind === 'tts') return <Onward to="/announcer" text={t('toAnnouncer')} />
  if (kept.kind === 'kiosk') return <Onward to="/kiosk" text={t('toKiosk')} />
  if (kept.kind === 'waiver_tablet') return <Onward to="/waiverPortal" text={t('toWaivers')} />
  return <p className="text-soft">{t('ready')}</p>
}

function Onward({ to, text }: { to: string; text: string }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-12 items-center self-start rounded-md bg-accent px-5 font-medium text-on-accent"
    >
      {text}
    </a>
  )
}
