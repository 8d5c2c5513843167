import type { Problem } from '../model'
import { useSign } from '../context'

type Props = {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  problem?: Problem | undefined
  problemName?: string
  isOptional?: boolean
  hint?: string
  type?: 'text' | 'email' | 'date'
  autoComplete?: string
  maxLength?: number
}

/** One line to fill in, with what is wrong with it below. */
export function Field({ id, label, value, onChange, problem, problemName, isOptional, hint, type = 'text', autoComplete = 'off', maxLength = 80 }: Props) {
  const { t, portal } = useSign()
  const notes = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <small> ({t('optional')})</small>}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete={autoComplete}
        maxLength={type === 'date' ? undefined : maxLength}
        dir={type === 'email' ? 'ltr' : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={notes || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {hint && !problem && (
        <p id={`${id}-hint`} className="sign-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="field-error">
          {t(problem, { age: String(portal.majority_age), name: problemName ?? '' })}
        </p>
      )}
    </div>
  )
}
