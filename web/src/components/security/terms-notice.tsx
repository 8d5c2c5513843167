'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import { formatDay } from '@/lib/dates'
import { sessionQuery, useSession } from '@/lib/session'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

const TermsDialog = dynamic(() => import('./terms-dialog').then((loaded) => loaded.TermsDialog), { ssr: false })

/** New terms that will count, or count already, for those who cannot agree to them. */
export function TermsBanner({ effectiveAt }: { effectiveAt: string | null }) {
  const t = useTranslations('terms')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const date = effectiveAt ? formatDay(effectiveAt.slice(0, 10), locale, 'medium') : ''
  return (
    <div className="px-4 pt-4 md:px-8 print:hidden">
      <Notice tone={effectiveAt ? 'info' : 'warn'}>
        <p>{effectiveAt ? t('announced', { date }) : t('notice')}</p>
        {effectiveAt && (
          <Button size="sm" className="mt-2" onPress={() => setOpen(true)}>
            {t('read')}
          </Button>
        )}
      </Notice>
      {isOpen && <TermsAhead date={date} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Terms that come into force later: whoever agrees now is not asked again. */
function TermsAhead({ date, onClose }: { date: string; onClose: () => void }) {
  const t = useTranslations('terms')
  const { data, agree, operator } = useTerms()
  if (!data?.announced) return null
  const { announced } = data
  return (
    <TermsDialog
      terms={announced}
      text={t('textAhead', { date })}
      operator={operator}
      error={agree.error}
      isPending={agree.isPending}
      onAgree={() => agree.mutate(announced)}
      onLater={onClose}
    />
  )
}

/** The terms that an owner agrees to before anything else. */
export function TermsBlock() {
  const { data, agree, operator } = useTerms()
  if (!data) return null
  return (
    <TermsDialog
      terms={data.tos}
      operator={operator}
      error={agree.error}
      isPending={agree.isPending}
      onAgree={() => agree.mutate(data.tos)}
    />
  )
}

function useTerms() {
  const locale = useLocale()
  const queries = useQueryClient()
  const operator = useSession()?.account.name ?? ''
  const { data, refetch } = useQuery({
    queryKey: ['tos', locale],
    queryFn: () => dataOf(api.GET('/api/tos/get', { params: { query: { locale } } })),
  })
  const agree = useMutation({
    mutationFn: ({ id, sha256 }: { id: number; sha256: string }) =>
      dataOf(api.POST('/api/tos/{tos}/agree', { params: { path: { tos: id } }, body: { sha256 } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await queries.invalidateQueries()
    },
    onError: () => void refetch(),
  })
  return { data, agree, operator }
}
