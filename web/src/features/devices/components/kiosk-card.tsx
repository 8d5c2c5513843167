'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { kioskTermsQuery } from '../printing-api'

const KioskDialog = late(() => import('./kiosk-dialog').then((file) => file.KioskDialog))

/** How guests check themselves in at kiosks. */
export function KioskCard() {
  const t = useTranslations('devices')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(kioskTermsQuery)
  const change = (
    <Button size="sm" onPress={() => setOpen(true)}>
      {t('kioskChange')}
    </Button>
  )
  return (
    <Card title={t('kioskTitle')} actions={data && change}>
      <div className="max-w-prose space-y-1 text-sm text-pretty text-soft">
        <p>{t('kioskText')}</p>
        {data && (
          <>
            <p>{t('kioskSummary', { opens: String(data.opens_minutes), closes: String(data.closes_minutes) })}</p>
            <p>{t(data.allows_unpaid ? 'kioskTakesUnpaid' : 'kioskPaidFirst')}</p>
            <p>{t(data.has_pin ? 'kioskPinSet' : 'kioskNoPin')}</p>
          </>
        )}
        <AppLink
          to="help"
          params={{ article: 'kiosk' }}
          prefetch={false}
          className="inline-flex min-h-6 items-center font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          {t('kioskHelp')}
        </AppLink>
      </div>
      {isOpen && data && <KioskDialog terms={data} onClose={() => setOpen(false)} />}
    </Card>
  )
}
