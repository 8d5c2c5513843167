import { useState } from 'react'
import { useBuilder } from '../context'
import type { AnswerValue, Question } from '../types'
import { FILE_TYPES, fileName, removeFile, sendFile } from '../upload'

type Props = { question: Question; value: AnswerValue; input: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined } }

/** A file is sent as soon as it is chosen; its name stays, with the way to take it back. */
export function FileAnswer({ question, value, input }: Props) {
  const { t, purchase } = useBuilder()
  const [isBusy, setBusy] = useState(false)
  const name = fileName(question, value)
  const run = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  return (
    <div className="file-answer">
      <input
        {...input}
        type="file"
        accept={FILE_TYPES}
        required={question.is_required && name === null}
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) run(sendFile(purchase, question, file))
        }}
      />
      <p className="field-help" role="status">
        {isBusy ? t('fileSending') : name !== null ? t('fileSent') : !input['aria-invalid'] && t('fileRules')}{' '}
        {!isBusy && name !== null && (
          <>
            <bdi>{name}</bdi>{' '}
            <button type="button" className="link" onClick={() => run(removeFile(purchase, question))}>
              {t('remove')}
            </button>
          </>
        )}
      </p>
    </div>
  )
}
