import { countries } from '../../countries'
import type { AnswerValue, Question, QuestionKind } from '../types'
import type { PortalUi } from '../ui'
import { FileField } from './file-field'

type Props = { ui: PortalUi; question: Question; value: AnswerValue; isWrong: boolean; onAnswer: (value: AnswerValue) => void }
type ControlProps = Props & { shared: { id: string; required: boolean; 'aria-invalid': boolean; 'aria-describedby': string | undefined } }

const TYPES: Partial<Record<QuestionKind, string>> = { date: 'date', phone: 'tel', email: 'email' }
const NUMBERS = new Set<QuestionKind>(['number', 'height', 'weight'])
const UNITS: Partial<Record<QuestionKind, string>> = { height: 'cm', weight: 'kg' }

const idOf = ({ key }: Question): string => `q-${key.replaceAll('.', '-')}`

function Choice({ ui, question, value, onAnswer, shared }: ControlProps) {
  const options = question.kind === 'country' ? countries(ui.locale) : question.options.map((text): [string, string] => [text, text])
  return (
    <select {...shared} value={String(value ?? '')} onChange={(event) => onAnswer(event.currentTarget.value || null)}>
      <option value="">{ui.t('choose')}</option>
      {options.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Several({ question, value, onAnswer, shared }: ControlProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <div role="group" aria-labelledby={`${shared.id}-label`}>
      {question.options.map((option) => (
        <label key={option} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => onAnswer(event.currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))}
          />
          <bdi>{option}</bdi>
        </label>
      ))}
    </div>
  )
}

function Line({ question: { kind, validation }, value, onAnswer, shared }: ControlProps) {
  const common = {
    ...shared,
    value: String(value ?? ''),
    maxLength: validation.max_length ?? (kind === 'textarea' ? 5000 : 400),
    onInput: (event: { currentTarget: { value: string } }) => onAnswer(event.currentTarget.value),
  }
  if (kind === 'textarea') return <textarea {...common} rows={3} dir="auto" />
  const isNumber = NUMBERS.has(kind)
  return (
    <input
      {...common}
      type={TYPES[kind] ?? 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      dir={isNumber || kind === 'phone' || kind === 'email' ? 'ltr' : kind === 'date' ? undefined : 'auto'}
    />
  )
}

const CONTROLS: Partial<Record<QuestionKind, (props: ControlProps) => React.ReactNode>> = { select: Choice, country: Choice, multiselect: Several, file: FileField }

/** One question of the operator's own, with what was answered. */
export function QuestionField(props: Props) {
  const { ui, question, value, isWrong, onAnswer } = props
  const { t } = ui
  const { kind, label, help_text, is_required, is_answered } = question
  const id = idOf(question)
  const notes = [help_text && `${id}-help`, isWrong && `${id}-problem`].filter(Boolean).join(' ')
  const shared = { id, required: is_required, 'aria-invalid': isWrong, 'aria-describedby': notes || undefined }
  const Control = CONTROLS[kind] ?? Line
  const unit = UNITS[kind]
  const name = (
    <>
      <bdi>{label}</bdi>
      {unit && ` (${unit})`}
      {!is_required && <small> {t('optional')}</small>}
    </>
  )
  // Some answers are known, and not shown to whoever has the link.
  const isHidden = is_answered && value === null && kind !== 'file'
  return (
    <div className={kind === 'textarea' || kind === 'multiselect' || kind === 'checkbox' ? 'field wide' : 'field'}>
      {kind === 'checkbox' ? (
        <label className="check">
          <input {...shared} type="checkbox" checked={value === true} onChange={(event) => onAnswer(event.currentTarget.checked)} />
          <span>{name}</span>
        </label>
      ) : kind === 'multiselect' ? (
        <p className="label" id={`${id}-label`}>
          {name}
        </p>
      ) : (
        <label htmlFor={id}>{name}</label>
      )}
      {kind !== 'checkbox' && <Control {...props} shared={shared} />}
      {(help_text || isHidden) && (
        <p className="field-help" id={`${id}-help`}>
          {isHidden ? t('onFile') : <bdi>{help_text}</bdi>}
        </p>
      )}
      {isWrong && (
        <p className="field-error" id={`${id}-problem`}>
          {t('fieldWrong')}
        </p>
      )}
    </div>
  )
}
