import { useState } from 'react'
import { ApiError, NetworkError } from '../../api'
import { FILE_TYPES, MOST_BYTES } from '../../trip-builder/upload'
import type { PortalKey } from '../../messages/portal'
import { saveAnswers, sendFile } from '../server'
import type { Question } from '../types'
import type { PortalUi } from '../ui'

type Props = { ui: PortalUi; question: Question; shared: { id: string; required: boolean; 'aria-invalid': boolean; 'aria-describedby': string | undefined } }

function nameOf({ value }: Question): string {
  return value && typeof value === 'object' && 'name' in value ? value.name : ''
}

function problemOf(error: unknown): PortalKey {
  if (error instanceof NetworkError) return 'networkLost'
  return error instanceof ApiError && error.status === 422 ? 'fileRules' : 'failed'
}

/** A file is sent as soon as it is chosen; its name stays, with the way to take it back. */
export function FileField({ ui, question, shared }: Props) {
  const { t, hash } = ui
  const [{ isBusy, problem }, set] = useState<{ isBusy: boolean; problem: PortalKey | null }>({ isBusy: false, problem: null })
  const isThere = question.is_answered
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    set({ isBusy: true, problem: null })
    try {
      await work()
      set({ isBusy: false, problem: null })
      ui.refresh()
    } catch (error) {
      set({ isBusy: false, problem: problemOf(error) })
    }
  }
  const choose = (file: File | undefined): void => {
    if (!file) return
    if (file.size > MOST_BYTES) set({ isBusy: false, problem: 'fileRules' })
    else void run(() => sendFile(hash, question.key, file))
  }
  return (
    <>
      <input
        {...shared}
        type="file"
        accept={FILE_TYPES}
        required={shared.required && !isThere}
        aria-invalid={shared['aria-invalid'] || problem !== null}
        aria-describedby={[shared['aria-describedby'], `${shared.id}-file`].filter(Boolean).join(' ')}
        disabled={isBusy}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <p id={`${shared.id}-file`} className={problem ? 'field-error' : 'field-help'} role="status">
        {isBusy ? t('fileSending') : problem ? t(problem) : isThere ? t('fileSent') : t('fileRules')}{' '}
        {!isBusy && isThere && (
          <>
            <bdi>{nameOf(question)}</bdi>{' '}
            <button type="button" className="link" onClick={() => void run(() => saveAnswers(hash, [{ key: question.key, value: null }]))}>
              {t('fileRemove')}
            </button>
          </>
        )}
      </p>
    </>
  )
}
