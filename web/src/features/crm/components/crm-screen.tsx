'use client'
import { Plus } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { access } from '@/routes/access'
import { PauseNotice } from './pause-card'

const waiting = <Skeleton className="h-96 rounded-xl" />
const parts = {
  automations: late(() => import('./automations-part').then((file) => file.AutomationsPart), waiting),
  templates: late(() => import('./templates-part').then((file) => file.TemplatesPart), waiting),
  planned: late(() => import('./planned-part').then((file) => file.PlannedPart), waiting),
  rules: late(() => import('./rules-part').then((file) => file.RulesPart), waiting),
}
const names = ['automations', 'templates', 'planned', 'rules'] as const

/** What guests get without anybody writing it: when, which words, what is on its way, and what holds for all of it. */
export function CrmScreen() {
  const t = useTranslations('crm')
  const locale = useLocale()
  const wanted = useRoute('crmSettings')?.tab
  const tab = names.find((one) => one === wanted) ?? 'automations'
  const Part = parts[tab]
  return (
    <PageBody>
      <Guard permission={access.crmSettings ?? []} fallback={<ScreenSkeleton />}>
        <SetupHeader page="crmSettings" title={t('title')} text={t('text')}>
          <AppLink to="templateNew" params={{}} className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            {t('newTemplate')}
          </AppLink>
        </SetupHeader>
        <PauseNotice />
        <TabLinks
          label={t('parts')}
          current={tab}
          items={names.map((id) => ({
            id,
            label: t(`part_${id}`),
            href: href('crmSettings', id === 'automations' ? {} : { tab: id }, locale),
          }))}
        />
        <div className="pt-6">
          <Part />
        </div>
      </Guard>
    </PageBody>
  )
}
