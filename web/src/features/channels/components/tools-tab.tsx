'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelTool, ProductMapping } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { channelsQuery, mappingsQuery } from '../api'
import type { TabProps } from './types'
import { ToolPanel } from './tool-panel'

/** What staff can have the channel do: forms and lists that its plugin declares. */
export default function ToolsTab({ connection }: TabProps) {
  const channels = useQuery(channelsQuery)
  const mappings = useQuery(mappingsQuery(connection.id))
  const error = channels.error ?? mappings.error
  const tools = channels.data?.find((one) => one.channel === connection.channel)?.tools
  if (tools && mappings.data)
    return (
      <div className="max-w-3xl space-y-5">
        {tools.map((tool) => (
          <Tool key={tool.name} connectionId={connection.id} tool={tool} mappings={mappings.data} />
        ))}
      </div>
    )
  if (error) return <ErrorState error={error} onRetry={() => void channels.refetch().then(() => mappings.refetch())} />
  return <Skeleton className="h-64 rounded-xl" />
}

type ToolProps = { connectionId: number; tool: ChannelTool; mappings: ProductMapping[] }

function Tool({ connectionId, tool, mappings }: ToolProps) {
  const t = useTranslations('channels')
  const [chosen, choose] = useState<number | null>(null)
  const mappingId = tool.is_of_product ? (chosen ?? mappings[0]?.id ?? null) : null
  const options = mappings.map((one) => ({ id: one.id, name: nameOf(one) }))
  const isLost = tool.is_of_product && mappings.length === 0
  return (
    <Card title={tool.title}>
      <div className="space-y-5">
        {tool.text && <p className="text-sm text-soft">{tool.text}</p>}
        {isLost && <p className="text-sm">{t('noProductsText')}</p>}
        {tool.is_of_product && !isLost && (
          <Select label={t('product')} options={options} value={mappingId} onChange={choose} />
        )}
        {!isLost && <ToolPanel key={mappingId} connectionId={connectionId} tool={tool} mappingId={mappingId} />}
      </div>
    </Card>
  )
}

const nameOf = ({ experience_name, title, product_ref }: ProductMapping) =>
  `${isolate(title || experience_name)} · ${isolate(product_ref)}`
