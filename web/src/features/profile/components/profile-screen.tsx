'use client'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmedProvider } from '@/components/security/confirmed'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { TabLinks } from '@/components/ui/tabs'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { MeTab } from './me-tab'
import { NotificationsTab } from './notifications-tab'
import { SecurityTab } from './security-tab'

const tabs = ['me', 'security', 'notifications'] as const

/** What concerns the reader alone: who they are, how they sign in, what they are told. */
export function ProfileScreen() {
  const t = useTranslations('profile')
  const locale = useLocale()
  const wanted = useRoute('profile')?.tab
  const current = tabs.find((tab) => tab === wanted) ?? 'me'
  useTitle(t('title'))
  const items = tabs.map((id) => ({ id, label: t(`tab_${id}`), href: href('profile', { tab: id }, locale) }))
  return (
    <PageBody width="narrow">
      <PageHeader title={t('title')} />
      <TabLinks label={t('title')} items={items} current={current} />
      <ConfirmedProvider>
        <div className="flex flex-col gap-5 pt-5">
          {current === 'me' && <MeTab />}
          {current === 'security' && <SecurityTab />}
          {current === 'notifications' && <NotificationsTab />}
        </div>
      </ConfirmedProvider>
    </PageBody>
  )
}
