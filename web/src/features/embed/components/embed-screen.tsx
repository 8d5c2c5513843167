'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { SetupHeader } from '@/components/setup-header'
import { Card, PageBody } from '@/components/ui/page-header'
import { useRoute } from '@/lib/use-route'
import { codeOf, linkOf, type Wish } from '../code'
import { Choices } from './choices'
import { FramingCard } from './framing'
import { Installations } from './installations'
import { Preview } from './preview'

/** The calendar for the operator's own site: chosen, looked at, copied, and seen to be there. */
export function EmbedScreen() {
  useRoute('embedCodes')
  const t = useTranslations('embed')
  const [wish, setWish] = useState<Wish>({ mode: 'calendar', experience: '', language: '', theme: '' })
  const { origin } = window.location
  return (
    <PageBody>
      <SetupHeader page="embedCodes" title={t('title')} text={t('text')} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Card title={t('choose')}>
            <Choices wish={wish} onChange={setWish} />
          </Card>
          <Card title={t('code')}>
            <p className="mb-3 text-sm text-soft">{t('codeText')}</p>
            <CopyBox text={codeOf(origin, wish, t('bookNow'))} label={t('code')} />
            <p className="mt-5 mb-3 text-sm text-soft">{t('linkText')}</p>
            <CopyBox text={linkOf(origin, wish)} label={t('link')} />
          </Card>
          <Installations />
          <FramingCard />
        </div>
        <Preview wish={wish} />
      </div>
    </PageBody>
  )
}
