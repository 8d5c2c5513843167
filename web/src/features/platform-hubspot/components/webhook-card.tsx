import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { Card } from '@/components/ui/page-header'

/** Where HubSpot tells of deals that were moved there. */
export function WebhookCard({ url }: { url: string }) {
  const t = useTranslations('platformHubspot')
  return (
    <Card title={t('webhook')}>
      <p className="mb-3 max-w-prose text-pretty text-soft">{t('webhookText')}</p>
      <CopyBox text={url} label={t('webhook')} />
    </Card>
  )
}
