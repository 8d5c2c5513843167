'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Webhooks } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { EndpointDialog } from './endpoint-dialog'
import { EndpointRow } from './endpoint-row'

/** Where the operator's programs are told of events. */
export function EndpointsCard({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslations('developers')
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('newEndpoint')}
    </Button>
  )
  return (
    <Card title={t('endpoints')} actions={add}>
      <p className="mb-3 max-w-prose text-soft text-pretty">{t('endpointsText')}</p>
      {webhooks.endpoints.length === 0 ? (
        <p className="text-faint">{t('noEndpoints')}</p>
      ) : (
        <ul className="divide-y">
          {webhooks.endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} webhooks={webhooks} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {isAdding && <EndpointDialog webhooks={webhooks} onClose={() => setAdding(false)} />}
    </Card>
  )
}
