'use client'
import { CalendarDays } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FillBar } from '@/components/ui/fill-bar'
import { Notice } from '@/components/ui/notice'
import { Picture } from '@/components/ui/picture'
import { ProgressBar } from '@/components/ui/progress-bar'
import { ProgressSteps } from '@/components/ui/progress-steps'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { Specimen, State } from './specimen'

export function FeedbackSpecimens() {
  return (
    <>
      <Marks />
      <Fills />
      <Waiting />
      <Whole />
    </>
  )
}

function Marks() {
  const t = useTranslations('components')
  return (
    <>
      <Specimen name="Badge" file="ui/badge.tsx" isWide>
        <div className="flex flex-wrap gap-2">
          {(['neutral', 'good', 'warn', 'bad', 'accent'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {t('sampleOne')}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Specimen name="Avatar" file="ui/avatar.tsx" isWide>
        <div className="flex items-center gap-3">
          <Avatar name="Ada Lovelace" color="#0b6e99" />
          <Avatar name="Grace" color="#c2410c" />
          <Avatar name="村上 春樹" color="" size="sm" />
        </div>
      </Specimen>
      <Specimen name="Picture" file="ui/picture.tsx" isWide>
        <Picture url="/icon.svg" sizes="48px" className="size-12 rounded-md" isSquare />
      </Specimen>
      <Specimen name="Notice" file="ui/notice.tsx" isWide>
        {(['info', 'warn', 'bad'] as const).map((tone) => (
          <Notice key={tone} tone={tone}>
            {t('sampleText')}
          </Notice>
        ))}
      </Specimen>
    </>
  )
}

function Fills() {
  const t = useTranslations('components')
  return (
    <>
      <Specimen name="FillBar" file="ui/fill-bar.tsx">
        <State is="default">
          <FillBar booked={7} held={3} capacity={16} />
        </State>
        <State is="selected">
          <FillBar booked={16} held={0} capacity={16} />
        </State>
        <State is="error">
          <FillBar booked={18} held={0} capacity={16} />
        </State>
        <State is="empty">
          <FillBar booked={0} held={0} capacity={16} />
        </State>
      </Specimen>
      <Specimen name="ProgressBar" file="ui/progress-bar.tsx">
        <State is="default">
          <ProgressBar label={t('sampleLabel')} value={1340} max={50_000} />
        </State>
        <State is="loading">
          <ProgressBar label={t('sampleLabel')} value={null} max={0} />
        </State>
      </Specimen>
      <Specimen name="ProgressSteps" file="ui/progress-steps.tsx">
        <ProgressSteps count={4} current={2} label={t('sampleLabel')} />
      </Specimen>
    </>
  )
}

function Waiting() {
  return (
    <Specimen name="Skeleton" file="ui/skeleton.tsx">
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="grow space-y-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
    </Specimen>
  )
}

function Whole() {
  const t = useTranslations('components')
  return (
    <>
      <Specimen name="EmptyState" file="ui/states.tsx" isWide>
        <EmptyState icon={<CalendarDays className="size-6" />} title={t('none')} text={t('sampleText')}>
          <Button look="primary">{t('sampleAction')}</Button>
        </EmptyState>
      </Specimen>
      <Specimen name="ErrorState" file="ui/states.tsx" isWide>
        <ErrorState
          error={new ApiError(409, { code: 'stale_version', message: '', detail: {} })}
          onRetry={() => toast(t('sampleMessage'))}
        />
      </Specimen>
    </>
  )
}
