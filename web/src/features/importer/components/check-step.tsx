'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ImportCheck, ImportFormat, ImportState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { KeyFigures } from './key-figures'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { cancel, start } from '../api'
import { ErrorsTable } from './errors-table'

type Props = {
  format: ImportFormat
  state: ImportState
  onChange: () => void
  onStarted: (state: ImportState) => void
}

/** What would happen, before anything does: counts, and everything that is wrong by row and column. */
export function CheckStep({ format, state, onChange, onStarted }: Props) {
  const { check } = state
  if (state.status === 'validating' || !check) return <Checking state={state} onStopped={onStarted} />
  return (
    <div className="space-y-8">
      <Summary check={check} isDry={state.options.dry_run} />
      {check.error_cnt > 0 && <ErrorsTable format={format} check={check} outcomeUrl={state.outcome_url} />}
      <Actions {...{ state, check, onChange, onStarted }} />
    </div>
  )
}

function Checking({ state, onStopped }: { state: ImportState; onStopped: Props['onStarted'] }) {
  const t = useTranslations('importer')
  const stop = useMutation({ mutationFn: () => cancel(state.iej_id), onSuccess: onStopped })
  return (
    <div className="max-w-xl space-y-4">
      <ProgressBar label={t('checking')} value={state.check?.checked ?? null} max={state.total_rows} />
      <p className="text-pretty text-soft">{t('leave')}</p>
      <Button onPress={() => stop.mutate()} isPending={stop.isPending}>
        {t('stop')}
      </Button>
    </div>
  )
}

function Summary({ check, isDry }: { check: ImportCheck; isDry: boolean }) {
  const t = useTranslations('importer')
  const figures = [
    { name: t('rows'), value: check.rows },
    { name: t('creates'), value: check.creates },
    { name: t('updates'), value: check.updates },
    { name: t('skips'), value: check.skips },
    { name: t('refused'), value: check.refused, tone: check.refused > 0 ? ('bad' as const) : undefined },
  ]
  return (
    <div className="space-y-4">
      <KeyFigures label={t('step_check')} figures={figures} />
      {check.refused === 0 && <Notice tone="info">{t('allFine')}</Notice>}
      {check.ok === 0 && <Notice tone="bad">{t('nothingFits')}</Notice>}
      {check.ok > 0 && check.refused > 0 && <Notice tone="warn">{t('someFit', { count: check.refused })}</Notice>}
      {isDry && <Notice tone="info">{t('dryNote')}</Notice>}
    </div>
  )
}

type ActionsProps = Omit<Props, 'format'> & { check: ImportCheck }

function Actions({ state, check, onChange, onStarted }: ActionsProps) {
  const t = useTranslations('importer')
  const errorText = useErrorText()
  const run = useMutation({ mutationFn: (token: string) => start(state.iej_id, token), onSuccess: onStarted })
  const token = state.confirm_token
  const count = check.creates + check.updates
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        {token && (
          <Button look="primary" onPress={() => run.mutate(token)} isPending={run.isPending}>
            {state.options.dry_run ? t('startDry') : t('start', { count })}
          </Button>
        )}
        <Button onPress={onChange}>{t('back')}</Button>
      </div>
      {token && <p className="text-sm text-faint">{t('undoPromise')}</p>}
      {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
    </div>
  )
}
