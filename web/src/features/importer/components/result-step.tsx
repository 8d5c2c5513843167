'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ImportFormat, ImportState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { toast } from '@/lib/toast'
import { importQuery, preflight } from '../api'
import type { Kind } from '../model'
import { useKindName } from '../use-words'
import { ErrorsTable } from './errors-table'
import { KeyFigures } from './key-figures'
import { UndoPart } from './undo-part'

type Props = {
  kind: Kind
  format: ImportFormat
  state: ImportState
  onChanged: (state: ImportState) => void
  onAgain: () => void
}

/** What became of it: counts, the rows that were refused, and the way back. */
export function ResultStep({ kind, format, state, onChanged, onAgain }: Props) {
  const t = useTranslations('importer')
  const { check } = state
  const isPractice = state.options.dry_run && check !== null
  const figures = [
    ...(isPractice
      ? [
          { name: t('creates'), value: check.creates },
          { name: t('updates'), value: check.updates },
          { name: t('skips'), value: check.skips },
        ]
      : [
          { name: t('created'), value: state.created_rows },
          { name: t('updated'), value: state.updated_rows },
          { name: t('skips'), value: state.skipped_rows },
        ]),
    { name: t('refused'), value: state.error_rows, tone: state.error_rows > 0 ? ('bad' as const) : undefined },
  ]
  return (
    <div className="space-y-8">
      <Outcome state={state} />
      <KeyFigures label={t('step_result')} figures={figures} />
      {state.error_rows > 0 && state.check && state.check.error_cnt > 0 && (
        <ErrorsTable format={format} check={state.check} outcomeUrl={state.outcome_url} />
      )}
      {state.error_rows > 0 && !state.check?.error_cnt && state.outcome_url && (
        <a href={state.outcome_url} download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          {t('problemFile')}
        </a>
      )}
      <div className="flex flex-wrap gap-3">
        {isPractice ? <ForReal kind={kind} state={state} /> : <SeeThem kind={kind} />}
        <Button onPress={onAgain}>{t('another')}</Button>
      </div>
      <UndoPart state={state} onChanged={onChanged} />
    </div>
  )
}

/** After a practice run: the same file, read the same way, to be brought in now. */
function ForReal({ kind, state }: Pick<Props, 'kind' | 'state'>) {
  const t = useTranslations('importer')
  const client = useQueryClient()
  const errorText = useErrorText()
  const { iej_id, mapping, fixed, options } = state
  const check = useMutation({
    mutationFn: () => preflight({ iej_id, object: kind, mapping, fixed, options: { ...options, dry_run: false } }),
    onSuccess: () => client.invalidateQueries({ queryKey: importQuery(iej_id).queryKey }),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button look="primary" onPress={() => check.mutate()} isPending={check.isPending}>
      {t('forReal')}
    </Button>
  )
}

function Outcome({ state }: { state: ImportState }) {
  const t = useTranslations('importer')
  if (state.undo.status === 'done' || state.undo.status === 'done_with_errors') {
    return <Notice tone="info">{t('wasUndone', { count: state.undo.undone })}</Notice>
  }
  const isDone = state.status === 'done' || state.status === 'done_with_errors'
  if (isDone && state.options.dry_run) return <Notice tone="info">{t('dryDone')}</Notice>
  if (state.status === 'done') return <Notice tone="info">{t('doneAll')}</Notice>
  if (state.status === 'done_with_errors') {
    return <Notice tone="warn">{t('doneSome', { count: state.error_rows })}</Notice>
  }
  if (state.status === 'cancelled') return <Notice tone="warn">{t('wasStopped')}</Notice>
  return <Notice tone="bad">{t(state.status === 'expired' ? 'wasExpired' : 'hasFailed')}</Notice>
}

const places = {
  experiences: 'experiences',
  resources: 'resources',
  availabilities: 'calendar',
  resellers: 'resellers',
  customers: 'customers',
  trips: 'trips',
  waivers: 'waivers',
  gift_cards: 'giftCards',
  offer_codes: 'catalog',
  products: 'catalog',
} as const satisfies Record<Kind, string>

function SeeThem({ kind }: { kind: Kind }) {
  const t = useTranslations('importer')
  const kindName = useKindName()
  return (
    <AppLink to={places[kind]} params={{} as never} className={buttonClass('primary')}>
      {t('see', { name: kindName(kind) })}
    </AppLink>
  )
}
