'use client'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { Incomplete, type Changed } from '../use-readiness'

type Props = { error: Error | null; changed: Changed | null; currency?: string }

/** Why it is not booked yet: a total that is another one now with both, or what is missing. */
export function ClosingNotice({ error, changed, currency = 'USD' }: Props) {
  const t = useTranslations('sell')
  const format = useFormat()
  const errorText = useErrorText()
  if (changed) {
    const { before, after } = changed
    return (
      <Notice tone="warn">
        {t('priceChanged', { before: format.money(before, currency), after: format.money(after, currency) })}
      </Notice>
    )
  }
  if (!error) return null
  return <Notice tone="bad">{error instanceof Incomplete ? t(`missing_${error.missing}`) : errorText(error)}</Notice>
}
