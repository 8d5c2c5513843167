'use client'
import { useMutation } from '@tanstack/react-query'
import { CreditCard, Mail, MessageSquare, Printer, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useErrorText } from '@/components/ui/states'
import type { Trip } from '@/features/trip/types'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { localize } from '@/routes'
import { sendToGuest, voucherPdf } from '../api'
import { voucherMoney } from '../model'

const tile =
  'flex min-h-18 flex-1 flex-col items-center justify-center gap-1.5 rounded-xl border bg-surface px-1 text-sm font-medium hover:bg-sunken aria-busy:opacity-60'

/** Hands the voucher over: by mail, by text, by whatever the phone can, on paper. */
export function VoucherActions({ trip }: { trip: Trip }) {
  const t = useTranslations('desk')
  const share = useShare(trip)
  const mail = useSending(trip, 'confirmation')
  const { email, phone } = trip.contact
  if (!['reserved', 'under_review'].includes(trip.status.slug)) return null
  const isBooked = trip.status.slug === 'reserved'
  return (
    <section aria-label={t('handOver')} className="space-y-2">
      <div className="grid grid-cols-4 gap-2">
        <Tile
          icon={<Mail aria-hidden className="size-5" />}
          isPending={mail.isPending}
          isDisabled={!email || !isBooked}
          onPress={mail.send}
        >
          {t('byEmail')}
        </Tile>
        <a href={`sms:${phone ?? ''}?&body=${encodeURIComponent(share.text)}`} className={tile}>
          <MessageSquare aria-hidden className="size-5" />
          {t('byText')}
        </a>
        <Tile icon={<Share2 aria-hidden className="size-5" />} onPress={share.open}>
          {t('share')}
        </Tile>
        <a href={voucherPdf(trip.hash)} target="_blank" rel="noopener" className={tile}>
          <Printer aria-hidden className="size-5" />
          {t('print')}
        </a>
      </div>
      <PayLink trip={trip} />
    </section>
  )
}

type TileProps = {
  icon: ReactNode
  isWide?: boolean
  isPending?: boolean
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

function Tile({ icon, isWide, children, ...press }: TileProps) {
  return (
    <Press {...press} className={cx(tile, 'disabled:opacity-50', isWide && 'w-full')}>
      {icon}
      {children}
    </Press>
  )
}

/** For guests who owe the operator something: a link to pay it before they come. */
function PayLink({ trip }: { trip: Trip }) {
  const t = useTranslations('desk')
  const { isPending, send } = useSending(trip, 'payment_request')
  if (!trip.contact.email || !voucherMoney(trip)?.due || trip.status.slug !== 'reserved') return null
  return (
    <Tile isWide icon={<CreditCard aria-hidden className="size-5" />} isPending={isPending} onPress={send}>
      {t('sendPayLink')}
    </Tile>
  )
}

function useSending(trip: Trip, what: 'confirmation' | 'payment_request') {
  const t = useTranslations('desk')
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendToGuest(trip.id ?? 0, what),
    onSuccess: () => toast.success(t('sentTo', { email: trip.contact.email ?? '' }), { id: `desk-${what}` }),
    onError: (error) => toast.error(errorText(error), { id: `desk-${what}` }),
  })
  return { isPending, send: () => mutate() }
}

/** The guest's own page: shared by the phone's sheet where it has one, else copied. */
function useShare(trip: Trip) {
  const t = useTranslations('desk')
  const locale = useLocale()
  const operator = useSession()?.account.name ?? ''
  const url = `${window.location.origin}${localize('/customerPortal', locale)}?trip=${trip.hash}`
  const title = t('shareTitle', { operator, code: trip.confirmation_code })
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    toast.success(t('linkCopied'), { id: 'desk-share' })
  }
  const open = () => {
    // Whoever closes the sheet wants nothing shared; that is no failure.
    if ('share' in navigator) void navigator.share({ title, url }).catch(() => undefined)
    else void copy().catch(() => toast.error(url, { id: 'desk-share' }))
  }
  return { text: `${title} ${url}`, open }
}
