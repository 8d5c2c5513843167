'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { SaveBar } from '@/components/save-bar'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { sortFieldErrors } from '@/lib/form-errors'

type Props = {
  isDirty: boolean
  isPending: boolean
  error: Error | null
  shown: readonly string[]
  onReset: () => void
  onTakeTheirs?: () => void
  onKeepMine?: () => void
}

/** Saves, and says why it did not work; who was overtaken chooses between the two. */
export function VersionSaveBar({ error, shown, onTakeTheirs, onKeepMine, ...bar }: Props) {
  return (
    <SaveBar {...bar}>
      {isStale(error) && onTakeTheirs && onKeepMine ? (
        <Conflict onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine} />
      ) : (
        error && <SaveFailure error={error} shown={shown} />
      )}
    </SaveBar>
  )
}

function Conflict({ onTakeTheirs, onKeepMine }: Required<Pick<Props, 'onTakeTheirs' | 'onKeepMine'>>) {
  const t = useTranslations('experience')
  return (
    <Notice tone="warn">
      <p>{t('conflict')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" onPress={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
        <Button size="sm" onPress={onKeepMine}>
          {t('keepMine')}
        </Button>
      </div>
    </Notice>
  )
}

function SaveFailure({ error, shown }: { error: Error; shown: readonly string[] }) {
  const t = useTranslations('experiences')
  const errorText = useErrorText()
  const isRefused = error instanceof ApiError && error.code === 'validation_failed'
  if (!isRefused) return <Notice tone="bad">{errorText(error)}</Notice>
  return <Notice tone="bad">{[t('checkFields'), ...sortFieldErrors(error.fields, shown).rest].join(' ')}</Notice>
}

/** Whether somebody else saved since the form was read. */
export const isStale = (error: Error | null) => error instanceof ApiError && error.code === 'stale_version'
