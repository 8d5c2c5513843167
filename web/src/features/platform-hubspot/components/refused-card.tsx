import { useTranslations } from 'use-intl'
import type { Crm } from '@/api/platform-models'
import { Card } from '@/components/ui/page-header'

/** What HubSpot does not take, and its own words about it. */
export function RefusedCard({ rows }: { rows: Crm['refused'] }) {
  const t = useTranslations('platformHubspot')
  return (
    <Card title={t('refused')}>
      <p className="mb-2 max-w-prose text-pretty text-soft">{t('refusedText')}</p>
      <ul className="divide-y">
        {rows.map((row, index) => (
          <li key={index} className="py-2">
            <bdi className="font-medium">{row.name}</bdi>
            <p dir="auto" className="text-sm wrap-anywhere text-soft">
              {row.error}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
