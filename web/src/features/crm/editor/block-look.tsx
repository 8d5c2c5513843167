'use client'
import { ImageIcon, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { filledLine } from '../merge-text'
import type { BlockKind, BlockValues } from '../model'
import { useFieldName } from './fields'

type Props = { kind: BlockKind; values: BlockValues }

/** A block the way it looks in a mail, with bars where each guest's own words stand. */
export function BlockLook({ kind, values }: Props) {
  const t = useTranslations('templateEditor')
  const nameOf = useFieldName()
  const line = (text: unknown) => filledLine(String(text ?? ''), ({ name }) => `‹${nameOf(name)}›`)
  switch (kind) {
    case 'button':
    case 'portalButton':
    case 'paymentButton':
      return <LookOfButton label={line(values.label) || (kind === 'button' ? t('noLabel') : t(`block_${kind}`))} />
    case 'picture':
      return <LookOfPicture values={values} />
    case 'spacer':
      return <p className="border-t border-dotted" />
    case 'confirmationCode':
    case 'accessCode':
      return (
        <p className="text-center font-mono text-xl font-semibold tracking-widest text-soft">
          {kind === 'accessCode' ? '482 913' : 'K7QX-PM3R'}
        </p>
      )
    case 'tripDetails':
    case 'tripSummary':
      return <LookOfTrip isShort={kind === 'tripSummary'} />
    case 'bill':
    case 'receiptDetails':
    case 'invoiceAmount':
    case 'overdueTotal':
      return <LookOfBill lines={kind === 'bill' ? 3 : 1} />
    case 'reviewLinks':
      return (
        <p className="text-center text-lg tracking-[0.3em] text-faint" aria-hidden>
          ★★★★★
        </p>
      )
    default: {
      const known = told.find((one) => one === kind)
      return <LookOfText text={known && t(`look_${known}`)} />
    }
  }
}

const told = ['note', 'question', 'contact', 'greeting', 'calendarHint', 'giftMessage'] as const

function Bar({ className }: { className: string }) {
  return <span aria-hidden className={cx('inline-block h-2.5 rounded-full bg-line', className)} />
}

function LookOfButton({ label }: { label: ReactNode }) {
  return (
    <p className="text-center">
      <span className="inline-block max-w-full rounded-md bg-accent px-5 py-2 text-sm font-medium text-on-accent">
        <bdi>{label}</bdi>
      </span>
    </p>
  )
}

function LookOfPicture({ values }: { values: BlockValues }) {
  const src = String(values.src ?? '')
  if (!src) return <ImageIcon aria-hidden className="mx-auto size-8 text-faint" />
  return (
    // The address is the operator's own, and the mail shows it as it is.
    <img src={src} alt={String(values.alt ?? '')} className="mx-auto max-h-56 rounded-md" />
  )
}

function LookOfTrip({ isShort }: { isShort: boolean }) {
  return (
    <div className="space-y-2 rounded-md bg-sunken p-3">
      <p>
        <Bar className="w-40 bg-line-strong" />
      </p>
      <p>
        <Bar className="w-56" />
      </p>
      {!isShort && (
        <>
          <p>
            <Bar className="w-28" />
          </p>
          <p className="flex items-center gap-1.5 text-faint">
            <MapPin aria-hidden className="size-3.5" />
            <Bar className="w-48" />
          </p>
        </>
      )}
    </div>
  )
}

function LookOfBill({ lines }: { lines: number }) {
  return (
    <div className="space-y-2">
      {Array.from({ length: lines }, (_, line) => (
        <p key={line} className="flex items-center justify-between gap-4">
          <Bar className={line % 2 ? 'w-32' : 'w-44'} />
          <Bar className="w-14" />
        </p>
      ))}
      <p className="flex items-center justify-between gap-4 border-t pt-2">
        <Bar className="w-20 bg-line-strong" />
        <Bar className="w-16 bg-line-strong" />
      </p>
    </div>
  )
}

function LookOfText({ text }: { text?: string }) {
  if (text) return <p className="text-sm text-soft">{text}</p>
  return (
    <p className="space-x-1">
      <Bar className="w-52" /> <Bar className="w-20" />
    </p>
  )
}
