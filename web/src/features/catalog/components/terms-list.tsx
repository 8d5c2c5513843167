'use client'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Restriction } from '@/api/models'
import { Button } from '@/components/ui/button'
import { restrictionsQuery } from '@/features/experience/api'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { archiveTerms, removedTerms, restoreTerms } from '../api'
import { useRemoval } from '../use-removal'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'
import { Removed } from './removed'

const RestrictionDialog = late(() =>
  import('@/features/experience/components/restriction-dialog').then((file) => file.RestrictionDialog),
)
const AssignDialog = late(() => import('./assign-dialog').then((file) => file.AssignDialog))

/** Shared sets of booking terms, and the experiences that are sold on them. */
export default function TermsList() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const { data, error, refetch } = useQuery(restrictionsQuery)
  const [open, setOpen] = useState<Restriction | 'new' | null>(null)
  const removal = useRemoval({
    queryKey: restrictionsQuery.queryKey,
    archive: archiveTerms,
    restore: restoreTerms,
    inUse: t('termsInUse'),
  })
  return (
    <>
      <CatalogCard
        title={te('sharedTerms')}
        text={t('termsText')}
        emptyTitle={t('noTerms')}
        icon={<ScrollText aria-hidden className="size-6" />}
        items={data?.restrictions}
        error={error}
        onRetry={() => void refetch()}
        addLabel={te('newTerms')}
        onAdd={() => setOpen('new')}
        row={(terms) => (
          <TermsLine terms={terms} onOpen={() => setOpen(terms)} onRemove={() => removal.remove(terms)} />
        )}
      >
        <Removed queryKey={restrictionsQuery.queryKey} read={removedTerms} removal={removal} />
      </CatalogCard>
      {open && (
        <RestrictionDialog
          restriction={open === 'new' ? undefined : open}
          onSaved={() => undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type LineProps = { terms: Restriction; onOpen: () => void; onRemove: () => void }

function TermsLine({ terms, onOpen, onRemove }: LineProps) {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const format = useFormat()
  const [isAssigning, setAssigning] = useState(false)
  const audiences = format.list(terms.rows.map((row) => te(`audienceTab_${row.audience}`)))
  return (
    <CatalogLine name={terms.name} onOpen={onOpen} onRemove={onRemove} facts={audiences || t('noAudiences')}>
      <Button size="sm" onPress={() => setAssigning(true)}>
        {t('usedBy', { count: terms.experience_ids.length })}
        <span className="sr-only">{terms.name}</span>
      </Button>
      {isAssigning && <AssignDialog terms={terms} onClose={() => setAssigning(false)} />}
    </CatalogLine>
  )
}
