'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, FileText, Mail, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { cloneCard, pdfUrl, resendCard, sendNow, type GiftCard } from '../api'
import { awaitedTrip, deedsOf, type Deed } from '../model'
import { renewCards } from '../renew'
import { useOpenCard } from '../use-open-card'
import { ActivateButton } from './activate-button'

const icon = 'size-4'

/** What can be done with this card now; the one that is most likely wanted comes first. */
export function CardActions({ card, onOpen }: { card: GiftCard; onOpen: (deed: Deed) => void }) {
  const t = useTranslations('giftCards')
  const may = deedsOf(card)
  const trip = awaitedTrip(card)
  const { send, resend, clone } = useDeeds(card)
  const queries = useQueryClient()
  return (
    <div className="flex flex-wrap gap-2">
      {trip && <ToPayment trip={trip.id} />}
      {may.activate && (
        <ActivateButton
          card={card.id}
          look={trip ? 'secondary' : 'primary'}
          size="sm"
          onDone={() => renewCards(queries)}
        />
      )}
      {may.send && (
        <Button size="sm" onPress={() => send.mutate()} isPending={send.isPending}>
          <Mail aria-hidden className={icon} />
          {t('sendNow')}
        </Button>
      )}
      {may.reload && (
        <Button size="sm" onPress={() => onOpen('reload')}>
          <Plus aria-hidden className={icon} />
          {t('reload')}
        </Button>
      )}
      <a href={pdfUrl(card.id)} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
        <FileText aria-hidden className={icon} />
        {t('pdf')}
      </a>
      <More may={may} onOpen={onOpen} onClone={() => clone.mutate()} onResend={() => resend.mutate()} />
    </div>
  )
}

function ToPayment({ trip }: { trip: number }) {
  const t = useTranslations('giftCards')
  return (
    <AppLink to="trip" params={{ trip: String(trip), tab: 'payments' }} className={buttonClass('primary', 'sm')}>
      {t('toPayment')}
    </AppLink>
  )
}

type MoreProps = {
  may: ReturnType<typeof deedsOf>
  onOpen: (deed: Deed) => void
  onClone: () => void
  onResend: () => void
}

function More({ may, onOpen, onClone, onResend }: MoreProps) {
  const t = useTranslations('giftCards')
  const all: (MenuEntry | false)[] = [
    may.resend && {
      id: 'resend',
      label: t('resend'),
      icon: <Mail aria-hidden className={icon} />,
      onAction: onResend,
    },
    may.edit && {
      id: 'edit',
      label: t('edit'),
      icon: <Pencil aria-hidden className={icon} />,
      onAction: () => onOpen('edit'),
    },
    may.clone && { id: 'clone', label: t('clone'), icon: <Copy aria-hidden className={icon} />, onAction: onClone },
    may.remove && {
      id: 'remove',
      label: t('remove'),
      icon: <Trash2 aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => onOpen('remove'),
    },
  ]
  const entries = all.filter((entry) => entry !== false)
  if (entries.length === 0) return null
  return (
    <Menu label={t('more')} entries={entries}>
      <Button size="sm" look="quiet">
        {t('more')}
      </Button>
    </Menu>
  )
}

function useDeeds(card: GiftCard) {
  const t = useTranslations('giftCards')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const openCard = useOpenCard()
  const failed = (error: Error) => void toast.error(common('failedTitle'), { description: errorText(error) })
  const done = (text: string) => {
    toast.success(text)
    renewCards(queries)
  }
  const onSuccess = () => done(t('sent', { email: card.recipient_email ?? '' }))
  const send = useMutation({ mutationFn: () => sendNow(card), onSuccess, onError: failed })
  const resend = useMutation({ mutationFn: () => resendCard(card), onSuccess, onError: failed })
  const clone = useMutation({
    mutationFn: () => cloneCard(card.id),
    onSuccess: ({ giftCard }) => {
      done(t('cloned'))
      openCard(giftCard.id)
    },
    onError: failed,
  })
  return { send, resend, clone }
}
