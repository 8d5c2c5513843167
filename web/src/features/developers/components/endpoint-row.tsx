'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WebhookEndpoint, Webhooks } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { deliveriesQuery, keepWebhooks, testEndpoint } from '../api'
import { DeliveriesDialog } from './deliveries-dialog'
import { EndpointDeedDialog, type EndpointDeed } from './endpoint-deed-dialog'
import { EndpointDialog } from './endpoint-dialog'

type Open = 'edit' | 'deliveries' | EndpointDeed | null

/** One endpoint: where, of what, how it fares, and what can be done with it. */
export function EndpointRow({ webhooks, endpoint }: { webhooks: Webhooks; endpoint: WebhookEndpoint }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          <bdi>{endpoint.name}</bdi>
        </span>
        <State endpoint={endpoint} />
      </div>
      <code dir="ltr" className="block text-sm break-all text-soft">
        {endpoint.url}
      </code>
      <p dir="ltr" className="text-sm text-faint">
        {endpoint.events.join(' · ')}
      </p>
      <Deeds endpoint={endpoint} onOpen={setOpen} />
      {open === 'edit' && <EndpointDialog webhooks={webhooks} endpoint={endpoint} onClose={close} />}
      {open === 'deliveries' && <DeliveriesDialog endpoint={endpoint} onClose={close} />}
      {(open === 'rotate' || open === 'remove') && (
        <EndpointDeedDialog what={open} endpoint={endpoint} onClose={close} />
      )}
    </li>
  )
}

type DeedsProps = { endpoint: WebhookEndpoint; onOpen: (open: Open) => void }

function Deeds({ endpoint, onOpen }: DeedsProps) {
  const t = useTranslations('developers')
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      <Button size="sm" onPress={() => onOpen('deliveries')}>
        {t('deliveries')}
      </Button>
      <Test endpoint={endpoint} />
      <Button size="sm" onPress={() => onOpen('edit')}>
        {t('edit')}
      </Button>
      <Button size="sm" onPress={() => onOpen('rotate')}>
        {t('rotate')}
      </Button>
      <Button size="sm" look="danger" onPress={() => onOpen('remove')}>
        {t('remove')}
      </Button>
    </div>
  )
}

function State({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('developers')
  const [tone, text] = stateOf(endpoint)
  return <Badge tone={tone}>{t(text)}</Badge>
}

function stateOf({ is_active, off_reason, failing_since }: WebhookEndpoint) {
  if (!is_active && off_reason === 'failing') return ['bad', 'state_off_failing'] as const satisfies [Tone, string]
  if (!is_active && off_reason === 'gone') return ['bad', 'state_off_gone'] as const satisfies [Tone, string]
  if (!is_active) return ['neutral', 'state_off'] as const satisfies [Tone, string]
  return failing_since ? (['warn', 'state_failing'] as const) : (['good', 'state_on'] as const)
}

function Test({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const run = useMutation({
    mutationFn: () => testEndpoint(endpoint.id),
    onSuccess: (answer) => {
      keepWebhooks(queries, answer)
      void queries.invalidateQueries({ queryKey: deliveriesQuery(endpoint.id).queryKey })
      toast.success(t('testSent'))
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button size="sm" onPress={() => run.mutate()} isPending={run.isPending}>
      {t('test')}
    </Button>
  )
}
