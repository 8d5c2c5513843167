'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'

export function BackLink() {
  const t = useTranslations('experiences')
  return (
    <AppLink to="experiences" params={{}} className="hover:text-ink hover:underline">
      ← {t('title')}
    </AppLink>
  )
}

export function FormSkeleton() {
  return (
    <div className="space-y-5">
      <Skeleton className="h-72" />
      <Skeleton className="h-40" />
    </div>
  )
}
