'use client'
import { PowerOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '@/components/ui/states'
import { useTitle } from '@/lib/use-title'

/** A page that whoever runs the platform has switched off for this operator. */
export function SwitchedOff() {
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
