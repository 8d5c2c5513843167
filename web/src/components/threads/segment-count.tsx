'use client'
import { useTranslations } from 'use-intl'
import { segmentsOf } from './segments'

/** In how many parts a text goes, said before it is sent. */
export function SegmentCount({ text }: { text: string }) {
  const t = useTranslations('threads')
  const { count, left, encoding } = segmentsOf(text)
  return (
    <output className="tabular-nums">
      {t('segments', { count, left })} {encoding === 'ucs2' && text !== '' && t('segmentsWide')}
    </output>
  )
}
