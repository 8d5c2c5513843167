'use client'
import { useTranslations } from 'use-intl'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import { Affected } from './affected'
import type { Choices, Preview } from './types'

type Row = [label: string, value: string]

/** Exactly what will happen: trips, guests, money, and the message as one guest gets it. */
export function PreviewPart({ preview, choices }: { preview: Preview; choices: Choices }) {
  const t = useTranslations('massCancel')
  return (
    <div className="space-y-5">
      <Affected preview={preview} />
      <Blocked preview={preview} />
      <Money preview={preview} choices={choices} />
      <Departures preview={preview} />
      {choices.isNotified ? <Message preview={preview} /> : <Notice tone="warn">{t('nobodyTold')}</Notice>}
      {choices.isNotified && <Offer choices={choices} />}
    </div>
  )
}

function Offer({ choices }: { choices: Choices }) {
  const t = useTranslations('massCancel')
  const words = choices.allow_other_experience ? t('mayRebookAny') : t('mayRebook')
  return <p className="text-sm text-soft">{choices.allow_self_rebook ? words : t('mayNotRebook')}</p>
}

function Money({ preview: { money }, choices }: { preview: Preview; choices: Choices }) {
  const t = useTranslations('massCancel')
  const format = useFormat()
  const amount = (minor: number) => format.money(minor, money.currency)
  const kept = money.paid_amount - money.refund_amount - money.manual_refund_amount
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('money')}</h3>
      <KeyValues
        rows={[
          [t('worth'), amount(money.total_amount)],
          [t('paid'), amount(money.paid_amount)],
          ...(choices.refund_mode === 'none'
            ? []
            : [
                [t('refunded'), amount(money.refund_amount)] as Row,
                [t('byHand'), amount(money.manual_refund_amount)] as Row,
              ]),
          [t('kept'), amount(kept)],
        ]}
      />
    </section>
  )
}

function Departures({ preview: { departures } }: { preview: Preview }) {
  const t = useTranslations('massCancel')
  const format = useFormat()
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('which')}</h3>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-lg border" tabIndex={0} aria-label={t('which')}>
        {departures.map(({ timeslot_id, start_time, experience, orders, pax }) => (
          <li key={timeslot_id} className="flex items-center gap-3 px-3 py-2 text-sm">
            <Swatch color={experience.color} className="size-2.5 shrink-0 rounded-full" />
            <span className="font-medium tabular-nums">{format.time(start_time)}</span>
            <span className="min-w-0 grow truncate">{experience.name}</span>
            <span className="text-soft tabular-nums">{t('ordersAndGuests', { orders, pax })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Message({ preview: { messages } }: { preview: Preview }) {
  const t = useTranslations('massCancel')
  const { email_cnt, sample, unreachable } = messages
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('messages', { count: email_cnt })}</h3>
      {sample && (
        <figure className="rounded-lg border bg-sunken">
          <figcaption className="border-b px-4 py-2 text-sm">
            <span className="block text-soft">{t('messageTo', { to: sample.to })}</span>
            <strong>{sample.subject}</strong>
          </figcaption>
          <p className="px-4 py-3 text-sm whitespace-pre-line">{sample.text}</p>
        </figure>
      )}
      {unreachable.length > 0 && (
        <Notice tone="warn">
          {t('unreachable', { count: unreachable.length })}{' '}
          {unreachable.map(({ name, confirmation_code }) => name || confirmation_code).join(', ')}
        </Notice>
      )}
    </section>
  )
}

function Blocked({ preview: { blocked } }: { preview: Preview }) {
  const t = useTranslations('massCancel')
  if (blocked.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{t('blocked', { count: blocked.length })}</p>
      <ul className="mt-1 list-disc ps-5">
        {blocked.map(({ trip_id, confirmation_code, message }) => (
          <li key={trip_id}>
            {confirmation_code}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
