import { countries } from '../../countries'
import type { FieldError } from '../contact'
import { keepTyped } from '../checkout/checkout'
import { useBuilder } from '../context'
import { answerError, answerOf } from '../questions'
import type { AnswerValue, Question, QuestionKind } from '../types'
import { FileAnswer } from './file-answer'

type Props = { question: Question; value: AnswerValue; error: FieldError | undefined; onAnswer: (value: AnswerValue) => void; onBlur: () => void }

const INPUT: Partial<Record<QuestionKind, { type: string; inputMode?: 'decimal' | 'email' | 'tel' | 'url'; autoComplete?: string }>> = {
  number: { type: 'text', inputMode: 'decimal' },
  height: { type: 'text', inputMode: 'decimal' },
  weight: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email' },
}
const UNITS: Partial<Record<QuestionKind, string>> = { height: 'cm', weight: 'kg' }
const LEFT_TO_RIGHT = new Set<QuestionKind>(['phone', 'email', 'number', 'height', 'weight'])
const idOf = ({ key }: Question): string => `q-${key.replaceAll('.', '-')}`

const described = (question: Question, error: FieldError | undefined): string | undefined =>
  [question.help_text && `${idOf(question)}-help`, error && `${idOf(question)}-error`].filter(Boolean).join(' ') || undefined

const shared = (question: Question, error: FieldError | undefined) => ({
  id: idOf(question),
  required: question.is_required,
  'aria-invalid': error !== undefined,
  'aria-describedby': described(question, error),
})

function Choice({ question, value, error, onAnswer }: Props) {
  const { t, locale } = useBuilder()
  const options = question.kind === 'country' ? countries(locale) : question.options.map((text): [string, string] => [text, text])
  return (
    <select {...shared(question, error)} value={String(value ?? '')} onChange={(event) => onAnswer(event.currentTarget.value || null)}>
      <option value="">{t('pleaseChoose')}</option>
      {options.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Several({ question, value, error, onAnswer }: Props) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <div className="checks" role="group" aria-labelledby={`${idOf(question)}-label`} aria-describedby={described(question, error)}>
      {question.options.map((option, index) => (
        <label key={option} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            aria-invalid={error !== undefined && index === 0}
            onChange={(event) => onAnswer(event.currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))}
          />
          <bdi>{option}</bdi>
        </label>
      ))}
    </div>
  )
}

function Text({ question, value, error, onAnswer, onBlur }: Props) {
  const { kind, validation } = question
  const common = {
    ...shared(question, error),
    value: String(value ?? ''),
    maxLength: validation.max_length ?? (kind === 'textarea' ? 5000 : 400),
    onInput: (event: { currentTarget: { value: string } }) => onAnswer(event.currentTarget.value),
    onBlur,
  }
  if (kind === 'textarea') return <textarea {...common} rows={3} />
  const { type, inputMode, autoComplete } = INPUT[kind] ?? { type: 'text' }
  const input = (
    <input
      {...common}
      type={type}
      {...(inputMode && { inputMode })}
      {...(autoComplete && { autoComplete })}
      {...(LEFT_TO_RIGHT.has(kind) && { dir: 'ltr' as const })}
    />
  )
  const unit = UNITS[kind]
  return unit ? (
    <span className="with-unit">
      {input}
      <span aria-hidden="true">{unit}</span>
    </span>
  ) : (
    input
  )
}

function Upload({ question, value, error }: Props) {
  return <FileAnswer question={question} value={value} input={shared(question, error)} />
}

const CONTROLS: Partial<Record<QuestionKind, (props: Props) => React.ReactNode>> = { select: Choice, country: Choice, multiselect: Several, file: Upload }

function Said({ id, error }: { id: string; error: FieldError | undefined }) {
  const { t } = useBuilder()
  if (!error) return null
  return (
    <p className="field-error" id={`${id}-error`}>
      {'key' in error ? t(error.key, error.values) : error.text}
    </p>
  )
}

/** One question of the operator's own, in the form that its kind asks for. */
export function QuestionField({ question }: { question: Question }) {
  const { t, state, purchase } = useBuilder()
  const { dispatch } = purchase.store
  const id = idOf(question)
  const value = answerOf(state.answers, question)
  const error = state.answerErrors[question.key]
  const onAnswer = (said: AnswerValue): void => dispatch({ type: 'answered', key: question.key, value: said })
  const onBlur = (): void => {
    keepTyped(purchase)
    const found = value === null || value === '' ? null : answerError(question, value, true)
    if (found) dispatch({ type: 'contactRefused', errors: {}, answers: { [question.key]: found } })
  }
  const help = question.help_text && (
    <p className="field-help" id={`${id}-help`}>
      <bdi>{question.help_text}</bdi>
    </p>
  )
  if (question.kind === 'checkbox') {
    return (
      <div className="field wide">
        <label className="check">
          <input {...shared(question, error)} type="checkbox" checked={value === true} onChange={(event) => onAnswer(event.currentTarget.checked)} />
          <bdi>{question.label}</bdi>
        </label>
        {help}
        <Said id={id} error={error} />
      </div>
    )
  }
  const Control = CONTROLS[question.kind] ?? Text
  const label = (
    <>
      <bdi>{question.label}</bdi>
      {!question.is_required && <small> {t('optional')}</small>}
    </>
  )
  return (
    <div className={question.kind === 'textarea' || question.kind === 'multiselect' ? 'field wide' : 'field'}>
      {question.kind === 'multiselect' ? (
        <p className="label" id={`${id}-label`}>
          {label}
        </p>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {help}
      <Control question={question} value={value} error={error} onAnswer={onAnswer} onBlur={onBlur} />
      <Said id={id} error={error} />
    </div>
  )
}
