'use client'
import { useTranslations } from 'use-intl'
import { useCan } from '@/lib/session'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { FailureText } from './failure-text'
import { explain } from './failures'
import { usePay } from './pay-context'
import { Unfinished } from './settle'
import type { Way } from './types'

/** Why it was not taken, and the way out. What the fields say themselves is not said twice. */
export function Failed({ error, onWay }: { error: unknown; onWay: (way: Way) => void }) {
  const t = useTranslations('pay')
  const mayTakeAnyway = useCan('payment.edit')
  const { taking, change } = usePay()
  if (error instanceof Unfinished) return null
  const { remedy } = explain(error)
  const way = remedy === 'link' ? 'link' : remedy === 'other' ? 'cash' : null
  return (
    <Notice tone="bad">
      <p>
        <FailureText error={error} />
      </p>
      <p className="mt-1">{t('nothingTaken')}</p>
      {way && (
        <Button size="sm" className="mt-2" onPress={() => onWay(way)}>
          {t(way === 'link' ? 'sendLinkInstead' : 'otherWay')}
        </Button>
      )}
      {remedy === 'anyway' && mayTakeAnyway && !taking.isAnyway && (
        <Button size="sm" className="mt-2" onPress={() => change({ isAnyway: true })}>
          {t('takeAnyway')}
        </Button>
      )}
    </Notice>
  )
}
