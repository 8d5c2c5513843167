'use client'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { buttonClass } from '@/components/ui/button-class'
import { embedCode } from '../embed'

/** The lines to paste, and the calendar to look at first. */
export function EmbedBox() {
  const t = useTranslations('experiences')
  return (
    <>
      <p className="mb-4 text-soft text-pretty">{t('embedText')}</p>
      <CopyBox text={embedCode(window.location.origin, t('embedLink'))} label={t('embedTitle')} />
      <a href="/widgets/calendar" target="_blank" rel="noreferrer" className={`${buttonClass('primary')} mt-4`}>
        {t('openCalendar')}
        <ExternalLink aria-hidden className="size-4" />
      </a>
    </>
  )
}
