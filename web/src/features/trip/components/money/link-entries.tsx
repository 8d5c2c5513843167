'use client'
import { Ban, Copy, ExternalLink, Mail, MessageSquareText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { MenuEntry, OpenMenu } from '@/components/ui/menu-types'
import { MenuWindow } from '@/components/ui/menu-window'
import { sendLink, type PayLink } from '../../links'
import { useTrip } from '../../trip-context'
import { useCopyLink } from '../../use-copy-link'

/** What can be done with a payment link that still stands. */
export function LinkEntries({ link, ...menu }: { link: PayLink } & OpenMenu) {
  return <MenuWindow {...menu} entries={useEntries(link)} />
}

const icon = 'size-4'

function useEntries(link: PayLink): MenuEntry[] {
  const t = useTranslations('money')
  const { open } = useTrip()
  const copy = useCopyLink()
  return [
    ...useSending(link),
    { id: 'copy', label: t('linkCopy'), icon: <Copy aria-hidden className={icon} />, onAction: () => copy(link.url) },
    {
      id: 'look',
      label: t('linkLook'),
      icon: <ExternalLink aria-hidden className={icon} />,
      onAction: () => void window.open(link.url, '_blank', 'noopener'),
    },
    {
      id: 'revoke',
      label: t('linkRevoke'),
      icon: <Ban aria-hidden className={icon} />,
      isAfterLine: true,
      onAction: () => open({ kind: 'linkRevoke', link }),
    },
  ]
}

/** The ways it gets to the guest once more, as far as there is an address. */
function useSending({ id, url }: PayLink): MenuEntry[] {
  const t = useTranslations('money')
  const { id: trip, act, trip: whole } = useTrip()
  const { email, phone } = whole.contact
  const entries: (MenuEntry | null | '' | undefined)[] = [
    email && {
      id: 'mail',
      label: t('linkMail'),
      icon: <Mail aria-hidden className={icon} />,
      onAction: () => act({ send: sendLink(trip, id), done: t('linkSent', { to: email }) }),
    },
    phone && {
      id: 'text',
      label: t('linkText'),
      icon: <MessageSquareText aria-hidden className={icon} />,
      onAction: () => location.assign(`sms:${phone}?&body=${encodeURIComponent(url)}`),
    },
  ]
  return entries.filter((entry) => !!entry)
}
