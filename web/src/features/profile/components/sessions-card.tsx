'use client'
import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone, Tablet } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { SessionRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { endOtherSessions, endSession, sessionsQuery } from '../api'
import { useDeed } from '../use-deed'
import { distanceTo } from '../words'
import { Row } from './row'

const icons = { phone: Smartphone, tablet: Tablet, desk: Laptop, other: Laptop }

/** Where the reader is signed in; each can be ended, and all others at once. `desk` names a place that is no operator. */
export function SessionsCard({ desk = '' }: { desk?: string }) {
  const t = useTranslations('profile')
  const { data, error, refetch } = useQuery(sessionsQuery)
  const endOthers = useDeed(endOtherSessions, ({ ended_cnt }) => toast.success(t('ended', { count: ended_cnt })))
  const sessions = data?.sessions ?? []
  const hasOthers = sessions.length > 1
  return (
    <Card title={t('sessions')}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-24" />}
      {sessions.map((session) => (
        <SessionLine
          key={session.id}
          session={session}
          place={hasManyOperators(sessions) ? session.operator || desk : ''}
        />
      ))}
      {hasOthers && (
        <div className="pt-4">
          <Button look="danger" onPress={() => endOthers.mutate(undefined)} isPending={endOthers.isPending}>
            {t('endOthers')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const hasManyOperators = (sessions: SessionRow[]) => new Set(sessions.map((one) => one.operator)).size > 1

function SessionLine({ session, place }: { session: SessionRow; place: string }) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const end = useDeed(endSession, () => toast.success(t('ended', { count: 1 })))
  const Icon = icons[session.device]
  const name =
    [session.browser, session.system].filter(Boolean).length === 2
      ? t('deviceName', { browser: session.browser, system: session.system })
      : session.browser || session.system || t('unknownDevice')
  const seen = session.is_current ? t('now') : t('lastSeen', { when: distanceTo(session.last_seen_at, locale) })
  const where = [place, session.ip, seen].filter(Boolean).join(' · ')
  return (
    <Row
      icon={<Icon />}
      title={
        <>
          <bdi>{name}</bdi>
          {session.is_current && <Badge tone="good">{t('thisOne')}</Badge>}
        </>
      }
      text={where}
    >
      {!session.is_current && (
        <Button
          look="quiet"
          aria-label={t('endOf', { name })}
          onPress={() => end.mutate(session.id)}
          isPending={end.isPending}
        >
          {t('end')}
        </Button>
      )}
    </Row>
  )
}
