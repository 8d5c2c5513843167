'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { answerCustomer, customerWaysQuery } from '@/components/threads/api'
import { Composer } from '@/components/threads/composer'
import { Thread } from '@/components/threads/thread'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { messagesQuery } from '../api'

/** All that a person and staff wrote to each other, and where to write. */
export function MessagesTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const words = useTranslations('threads')
  const queries = useQueryClient()
  const mayWrite = useCan('crm.send') && !customer.anonymised_at
  const { data, error, refetch } = useQuery(messagesQuery(customer.id))
  const { data: ways } = useQuery({ ...customerWaysQuery(customer.id), enabled: mayWrite })
  const refresh = () => void queries.invalidateQueries({ queryKey: messagesQuery(customer.id).queryKey })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />
  return (
    <Card>
      {data.length === 0 ? (
        <EmptyState icon={<MessageSquare aria-hidden />} title={t('noMessagesTitle')} text={t('noMessagesText')} />
      ) : (
        <Thread label={words('thread')} messages={data.toReversed()} zone={zone} onChanged={refresh} />
      )}
      {ways && (
        <div className="mt-5 border-t pt-4">
          <Composer
            ways={ways}
            hasTrip={customer.trip_cnt > 0}
            onSend={async (draft) => {
              await answerCustomer(customer.id, draft)
              refresh()
            }}
          />
        </div>
      )}
    </Card>
  )
}
