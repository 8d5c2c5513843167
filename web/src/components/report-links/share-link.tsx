'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ReportLink } from '@/api/models'
import { Isolated } from '@/components/isolated'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { linksQuery, withdrawLink, type SharedReport } from './api'

const id = 'review-link'
const addressOf = (link: ReportLink) => new URL(link.path ?? '', window.location.origin).href

/** Puts a link on the clipboard; shows it where that is not allowed. */
export const copyLink = (link: ReportLink, done: string, otherwise: string) =>
  void navigator.clipboard.writeText(addressOf(link)).then(
    () => toast.success(done, { id }),
    () => toast(otherwise, { id, description: addressOf(link) }),
  )

type Props = { report: SharedReport; link: ReportLink }

/** One link: what it shows, for how long, and what can be done with it. */
export function ShareLink({ report, link }: Props) {
  const t = useTranslations('reviews')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className={report === 'executive' ? 'hidden' : 'font-medium'}>
          {report === 'reviews' && (
            <>
              <Isolated>{link.experience_name ?? t('everyExperience')}</Isolated>
              {' · '}
            </>
          )}
          {link.days ? t('lastDays', { count: link.days }) : t('allTime')}
        </p>
        <Life link={link} />
      </div>
      {link.state === 'open' ? (
        <Deeds report={report} link={link} />
      ) : (
        <Badge tone="neutral">{t(link.state === 'expired' ? 'expired' : 'withdrawn')}</Badge>
      )}
    </li>
  )
}

function Life({ link }: { link: ReportLink }) {
  const t = useTranslations('reviews')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const made = format.instant(link.created_at, zone)
  return (
    <p className="text-sm text-soft">
      {link.state === 'open' && <>{t('worksUntil', { date: format.instant(link.expires_at, zone) })} · </>}
      {link.created_by_name ? t('madeBy', { name: isolate(link.created_by_name), date: made }) : made}
    </p>
  )
}

function Deeds({ report, link }: Props) {
  const t = useTranslations('reviews')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const withdraw = useMutation({
    mutationFn: () => withdrawLink(link.id),
    onSuccess: () => {
      toast.success(t('linkWithdrawn'))
      return queries.invalidateQueries({ queryKey: linksQuery(report).queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onPress={() => copyLink(link, t('linkCopied'), t('linkMade'))}>
        <Copy aria-hidden className="size-4" />
        {t('copyLink')}
      </Button>
      <Button size="sm" look="quiet" onPress={() => window.open(addressOf(link), '_blank', 'noopener')}>
        <ExternalLink aria-hidden className="size-4" />
        {t('openLink')}
      </Button>
      <Button size="sm" look="quiet" onPress={() => withdraw.mutate()} isPending={withdraw.isPending}>
        {t('withdraw')}
      </Button>
    </div>
  )
}
