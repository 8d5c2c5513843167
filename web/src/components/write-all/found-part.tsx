'use client'
import { useTranslations } from 'use-intl'
import { useThreadWords } from '@/components/threads/words'
import { Notice } from '@/components/ui/notice'
import type { Found, Wish } from './types'

/** Exactly who gets it and how it reads, and who does not and why. */
export function FoundPart({ found, wish }: { found: Found; wish: Wish }) {
  const t = useTranslations('threads')
  const left = found.skipped.reduce((sum, one) => sum + one.cnt, 0)
  return (
    <div className="space-y-5">
      <dl className="grid grid-cols-2 gap-2">
        <Fact value={found.recipients_cnt} label={t('getIt', { count: found.recipients_cnt })} />
        <Fact value={left} label={t('doNot', { count: left })} />
      </dl>
      <Sample found={found} isMail={wish.channel === 'email'} />
      <Reached found={found} />
      <LeftOut found={found} />
      <p className="text-sm text-faint">{t('howItGoes')}</p>
    </div>
  )
}

function Fact({ value, label }: { value: number; label: string }) {
  return (
    <div className="flex flex-col-reverse rounded-lg bg-sunken px-3 py-2">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    </div>
  )
}

function Sample({ found: { sample }, isMail }: { found: Found; isMail: boolean }) {
  const t = useTranslations('threads')
  if (!sample) return null
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('sample', { who: sample.name || sample.to })}</h3>
      <figure className="rounded-lg border bg-sunken">
        <figcaption className="border-b px-4 py-2 text-sm">
          <span className="block break-words text-soft">{t('to', { to: sample.to })}</span>
          {isMail && (
            <strong>
              <bdi>{sample.subject}</bdi>
            </strong>
          )}
        </figcaption>
        <p className="max-h-72 overflow-y-auto px-4 py-3 text-sm break-words whitespace-pre-line" tabIndex={0}>
          <bdi>{isMail ? sample.text : sample.sms}</bdi>
        </p>
      </figure>
      {!isMail && <p className="text-sm text-soft">{t('partsEach', { count: sample.segments })}</p>}
      {sample.missing.length > 0 && <Notice tone="warn">{t('missing', { names: sample.missing.join(', ') })}</Notice>}
    </section>
  )
}

function Reached({ found: { reached } }: { found: Found }) {
  const t = useTranslations('threads')
  if (reached.length === 0) return null
  return (
    <details className="rounded-lg border">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-medium">{t('whoGets')}</summary>
      <ul className="max-h-60 divide-y overflow-y-auto border-t text-sm">
        {reached.map((one) => (
          <li key={one.trip_id} className="flex flex-wrap gap-x-3 px-4 py-2">
            <bdi className="min-w-0 grow">{one.name || one.confirmation_code}</bdi>
            <bdi className="text-soft">{one.to}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

function LeftOut({ found: { left_out, skipped } }: { found: Found }) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  if (skipped.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('whoNot')}</h3>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm" tabIndex={0} aria-label={t('whoNot')}>
        {left_out.map((one) => (
          <li key={one.trip_id} className="flex flex-wrap gap-x-3 px-4 py-2">
            <bdi className="min-w-0 grow font-medium">{one.name || one.confirmation_code}</bdi>
            <span className="text-soft">{words.reason(one.reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
