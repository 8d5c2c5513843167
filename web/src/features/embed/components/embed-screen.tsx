'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { SetupHeader } from '@/components/setup-header'
import { Card, PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useRoute } from '@/lib/use-route'
import { lookQuery } from '../api'
import { codeOf, linkOf, type Look, type Wish } from '../code'
import { Choices } from './choices'
import { FramingCard } from './framing'
import { Installations } from './installations'
import { LookForm } from './look'
import { Preview } from './preview'

/** The lines to paste, and a link for where no script runs. */
function Code({ wish }: { wish: Wish }) {
  const t = useTranslations('embed')
  const { origin } = window.location
  return (
    <Card title={t('code')}>
      <p className="mb-3 text-sm text-soft">{t('codeText')}</p>
      <CopyBox text={codeOf(origin, wish, { bookNow: t('bookNow'), bookOnline: t('bookOnline') })} label={t('code')} />
      <p className="mt-5 mb-3 text-sm text-soft">{t('linkText')}</p>
      <CopyBox text={linkOf(origin, wish)} label={t('link')} />
    </Card>
  )
}

/** Where the pages are that need no site of the operator's own. */
function Website() {
  const t = useTranslations('embed')
  return (
    <Card title={t('website')}>
      <p className="mb-3 text-sm text-soft">{t('websiteText')}</p>
      <CopyBox text={window.location.origin} label={t('website')} />
    </Card>
  )
}

/** The calendar for the operator's own site: chosen, dressed, looked at, copied, and seen to be there. */
export function EmbedScreen() {
  useRoute('embedCodes')
  const t = useTranslations('embed')
  const [wish, setWish] = useState<Wish>({ mode: 'calendar', experience: '', language: '' })
  const [draft, setDraft] = useState<Look | null>(null)
  const { data: stored, error, refetch } = useQuery(lookQuery)
  const look = draft ?? stored
  return (
    <PageBody>
      <SetupHeader page="embedCodes" title={t('title')} text={t('text')} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Card title={t('choose')}>
            <Choices wish={wish} onChange={setWish} />
          </Card>
          <Card title={t('look')}>
            {error && !stored && <ErrorState error={error} onRetry={() => void refetch()} />}
            {!stored && !error && <Skeleton className="h-64" />}
            {stored && look && <LookForm look={look} version={stored.version} onChange={setDraft} />}
          </Card>
        </div>
        <div className="min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Preview wish={wish} look={draft} />
        </div>
        <div className="min-w-0 space-y-5">
          <Website />
          <Code wish={wish} />
          <Installations />
          <FramingCard />
        </div>
      </div>
    </PageBody>
  )
}
