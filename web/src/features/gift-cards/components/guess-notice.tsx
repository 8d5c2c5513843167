'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { notificationsQuery } from '@/components/notifications/queries'
import { Notice } from '@/components/ui/notice'
import { AppLink } from '@/lib/app-link'
import { minutesUntil } from '@/lib/dates'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

/** Somebody tried codes until they had to wait, and nobody has read of it yet. */
export function GuessNotice() {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const mayAudit = useCan('audit.view')
  const { data } = useInfiniteQuery(notificationsQuery(true, useLocale()))
  const told = data?.pages[0]?.data.find((row) => row.kind === 'gift_card_codes_guessed')
  if (!told) return null
  return (
    <div className="mb-5">
      <Notice tone="warn">
        <p className="font-medium">{t('guessTitle', { when: format.distance(minutesUntil(told.created_at)) })}</p>
        <p>{told.body || t('guessText')}</p>
        {mayAudit && (
          <AppLink to="auditLogViewer" params={{}} className="mt-1 inline-block underline">
            {t('guessLog')}
          </AppLink>
        )}
      </Notice>
    </div>
  )
}
