'use client'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { useSession } from '@/lib/session'
import type { Desk } from '../types'

/** Why nothing can be sold here, and who can change that. */
export function Closed({ desk }: { desk: Desk }) {
  const t = useTranslations('desk')
  const session = useSession()
  const operator = session?.account.name ?? ''
  const phone = session?.properties.ecom_phone_number
  return (
    <div className="mb-5">
      <Notice tone="bad">
        <p className="font-medium">{t('closedTitle', { reseller: desk.reseller.name })}</p>
        <p>
          {t('closedText', { operator })}
          {phone && (
            <>
              {' '}
              <a href={`tel:${phone}`} className="whitespace-nowrap underline" dir="ltr">
                {phone}
              </a>
            </>
          )}
        </p>
      </Notice>
    </div>
  )
}
