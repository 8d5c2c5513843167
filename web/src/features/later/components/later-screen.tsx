'use client'
import { Hammer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'

/** An address that is reserved for a screen that is not built yet: says so, and leads on. */
export function LaterScreen() {
  const t = useTranslations('later')
  return (
    <PageBody>
      <EmptyState icon={<Hammer aria-hidden className="size-6" />} title={t('title')} text={t('text')}>
        <AppLink to="manifest" params={{}} className={buttonClass('primary')}>
          {t('toManifest')}
        </AppLink>
      </EmptyState>
    </PageBody>
  )
}
