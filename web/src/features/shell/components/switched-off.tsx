'use client'
import { PowerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '@/components/ui/states'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import type { RouteName } from '@/routes'

/** A page that whoever runs the platform has switched off for this operator; a past import can still be undone. */
export function SwitchedOff({ route, children }: { route: RouteName; children: ReactNode }) {
  const isPast = useQueryParam('iej') !== null && route === 'importer'
  return isPast ? children : <Away />
}

function Away() {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  useTitle(t('offTitle'))
  return (
    <EmptyState
      icon={<PowerOff aria-hidden className="size-6" />}
      title={t('offTitle')}
      text={common('error_feature_off')}
    />
  )
}
