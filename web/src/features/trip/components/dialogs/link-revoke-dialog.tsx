'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { revokeLink, worthOf } from '../../links'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

/** Take a payment link back: whoever still has it cannot pay by it. */
export function LinkRevokeDialog({ what: { link }, onClose }: DialogProps<'linkRevoke'>) {
  const t = useTranslations('money')
  const format = useFormat()
  const { id, trip } = useTrip()
  return (
    <DeedDialog
      title={t('linkRevokeTitle', { amount: format.money(worthOf(link), trip.currency) })}
      label={t('linkRevoke')}
      look="destroy"
      size="sm"
      onClose={onClose}
      change={() => ({ send: revokeLink(id, link.id), done: t('linkRevoked') })}
    >
      <p className="text-soft text-pretty">{t('linkRevokeText')}</p>
    </DeedDialog>
  )
}
