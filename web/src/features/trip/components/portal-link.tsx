'use client'
import { Link2, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useTrip } from '../trip-context'
import { useCopyLink } from '../use-copy-link'
import { useDetailDeeds } from '../use-detail-deeds'

/** The customer's own page of the trip: its link, and a new one where the old is in wrong hands. */
export function PortalLink() {
  const t = useTranslations('trip')
  const { trip, may, isPending } = useTrip()
  const { renewLink } = useDetailDeeds()
  const copy = useCopyLink()
  const [isAsked, setIsAsked] = useState(false)
  const url = new URL(`/customerPortal?trip=${trip.hash}`, window.location.href)
  return (
    <div className="space-y-2 text-sm">
      <p className="font-medium">{t('portalLink')}</p>
      <p className="text-faint">{isAsked ? t('portalRenewAsk') : t('portalHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onPress={() => copy(url.href)}>
          <Link2 aria-hidden className="size-4" />
          {t('portalCopy')}
        </Button>
        {may.edit && (
          <Button
            size="sm"
            look={isAsked ? 'danger' : 'quiet'}
            isDisabled={isPending}
            onPress={() => {
              if (isAsked) renewLink()
              setIsAsked(!isAsked)
            }}
          >
            <RotateCcw aria-hidden className="size-4" />
            {t('portalRenew')}
          </Button>
        )}
      </div>
    </div>
  )
}
