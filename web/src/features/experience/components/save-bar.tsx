'use client'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
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

/** Saves; follows only those who have something to save, and says why it did not work. */
export function SaveBar({ isDirty, isPending, error, shown, onReset, onTakeTheirs, onKeepMine }: Props) {
  const t = useTranslations('experience')
  const common = useTranslations('common')
  return (
    <div
      className={cx(
        'z-10 -mx-4 space-y-3 px-4 py-3 md:mx-0 md:px-0',
        isDirty && 'sticky bottom-16 border-t bg-canvas/95 backdrop-blur md:bottom-0',
      )}
    >
      {error && onTakeTheirs && onKeepMine ? (
        <Conflict onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine} />
      ) : (
        error && <SaveFailure error={error} shown={shown} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" isPending={isPending} isDisabled={!isDirty}>
          {common('save')}
        </Button>
        {isDirty && (
          <>
            <Button look="quiet" onPress={onReset}>
              {t('discard')}
            </Button>
            <span className="text-sm text-faint">{t('unsaved')}</span>
          </>
        )}
      </div>
    </div>
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

/** Leaving the page asks first while something is unsaved. */
export function useLeaveWarning(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
