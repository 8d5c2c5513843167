'use client'
import { useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { CardFace } from '@/components/gift-cards/card-face'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { pdfUrl } from '../api'
import type { Made } from '../make'
import { renewCards } from '../renew'

/** The card is made: its code, and what comes next. */
export function MadeDialog({ made: { card, code, trip }, onClose }: { made: Made; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const operator = useSession()?.account.name ?? ''
  const queries = useQueryClient()
  useEffect(() => renewCards(queries), [queries])
  const next = trip !== null ? 'nextPay' : card.status === 'active' ? 'nextActive' : 'nextWaits'
  return (
    <Dialog title={t('madeTitle')} isOpen onClose={onClose} footer={<Foot card={card} trip={trip} onClose={onClose} />}>
      <div className="space-y-5">
        <CardFace
          look={card.style}
          operator={operator}
          amount={card.sales.reduce((sum, sale) => sum + sale.purchased_amount + sale.promo_amount, 0)}
          currency={card.currency}
          recipient={card.recipient_name}
          sender={card.sender_name}
          code={code ?? undefined}
        />
        {code && <CopyBox text={code} label={t('code')} />}
        <p className="text-pretty text-soft">{t(next)}</p>
      </div>
    </Dialog>
  )
}

function Foot({ card, trip, onClose }: Pick<Made, 'card' | 'trip'> & { onClose: () => void }) {
  const t = useTranslations('giftCards')
  return (
    <>
      <a href={pdfUrl(card.id)} target="_blank" rel="noreferrer" className={buttonClass()}>
        <FileText aria-hidden className="size-4" />
        {t('pdf')}
      </a>
      {trip === null ? (
        <Button look="primary" onPress={onClose} autoFocus>
          {t('done')}
        </Button>
      ) : (
        <AppLink to="trip" params={{ trip: String(trip), tab: 'payments' }} className={buttonClass('primary')}>
          {t('toPayment')}
        </AppLink>
      )}
    </>
  )
}
