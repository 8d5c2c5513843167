'use client'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AvailabilityOut, ExperienceFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { EmbedBox } from './embed-box'

type Props = { made: AvailabilityOut; experience: ExperienceFull; onMore: () => void }

/** What was made, and the way on: the calendar on the operator's own website. */
export function CreatedPanel({ made, experience, onMore }: Props) {
  const t = useTranslations('experiences')
  const day = made.timeslots[0]?.date
  return (
    <div className="max-w-3xl space-y-5">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
        <div>
          <h2 className="text-lg font-semibold">{t('made', { count: made.created_cnt })}</h2>
          <p className="text-soft">{t('madeText', { name: experience.name })}</p>
        </div>
      </div>
      {experience.status.slug !== 'live' && <Notice tone="warn">{t('notLive')}</Notice>}
      <Card title={t('embedTitle')}>
        <EmbedBox />
      </Card>
      <div className="flex flex-wrap gap-3">
        {day && (
          <AppLink to="manifest" params={{}} query={`date=${day}`} className={buttonClass()}>
            {t('seeManifest')}
          </AppLink>
        )}
        <Button look="quiet" onPress={onMore}>
          {t('moreTimes')}
        </Button>
      </div>
    </div>
  )
}
