'use client'
import { CircleCheck, ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AvailabilityOut, ExperienceFull } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'

type Props = { made: AvailabilityOut; experience: ExperienceFull; onMore: () => void }

/** The lines an operator pastes into a page to show the calendar there. */
export function embedCode(origin: string): string {
  return `<div data-outfitter-calendar></div>\n<script async src="${origin}/widgets/embed.js"></script>`
}

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
        <p className="mb-4 text-soft">{t('embedText')}</p>
        <CopyBox text={embedCode(window.location.origin)} label={t('embedTitle')} />
        <div className="mt-4 flex flex-wrap gap-3">
          <a href="/widgets/calendar" target="_blank" rel="noreferrer" className={buttonClass('primary')}>
            {t('openCalendar')}
            <ExternalLink aria-hidden className="size-4" />
          </a>
          {day && (
            <AppLink to="manifest" params={{}} query={`date=${day}`} className={buttonClass()}>
              {t('seeManifest')}
            </AppLink>
          )}
          <Button look="quiet" onPress={onMore}>
            {t('moreTimes')}
          </Button>
        </div>
      </Card>
    </div>
  )
}
