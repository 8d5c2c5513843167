'use client'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { useTrip } from '../../trip-context'
import { useDifferenceWords } from '../../use-difference-words'

/** What somebody else changed while this window stands open; what was typed in it stays. */
export function Meanwhile() {
  const t = useTranslations('trip')
  const { news } = useTrip()
  const say = useDifferenceWords()
  if (news.length === 0) return null
  return (
    <Notice tone="warn">
      <strong className="font-semibold">{t('meanwhile')}</strong> {news.map(say).join(' · ')}
      <span className="block">{t('typedIsKept')}</span>
    </Notice>
  )
}
