import { useEffect, useRef } from 'react'
import { useSign } from '../context'
import { answersOf, type Answers } from '../model'
import { readPhoto } from '../photo'
import type { Question, Template } from '../types'
import { Field } from './field'

/** The text to read, what is asked beside it, and the box that says it was read. */
export function TextPage({ template }: { template: Template }) {
  const { t, draft, problems, change } = useSign()
  const answers = answersOf(draft, template)
  const edit = (part: Partial<Answers>): void => change({ answers: { ...draft.answers, [template.id]: { ...answers, ...part } } })
  return (
    <>
      <h1 className="heading" dir="auto">
        {template.name}
      </h1>
      <Body html={template.body_html} locale={template.locale} />
      <div className="sign-fields">
        {template.questions.map((question) => (
          <Asked key={question.id} question={question} answers={answers} onEdit={edit} />
        ))}
        {template.requires.includes('initials') && (
          <Field id="initials" label={t('initials')} maxLength={10} value={answers.initials} problem={problems.initials} onChange={(initials) => edit({ initials })} />
        )}
        {template.requires.includes('id_number') && (
          <Field id="id-number" label={t('idNumber')} maxLength={40} value={answers.idNumber} problem={problems.idNumber} onChange={(idNumber) => edit({ idNumber })} />
        )}
        {template.requires.includes('photo') && <Photo answers={answers} onEdit={edit} />}
      </div>
      <label className="sign-check sign-agree">
        <input type="checkbox" checked={answers.isAgreed} aria-invalid={problems.isAgreed !== undefined} onChange={() => edit({ isAgreed: !answers.isAgreed })} />
        <span>{t('agree')}</span>
      </label>
      {problems.isAgreed && <p className="field-error">{t('agreeFirst')}</p>}
    </>
  )
}

/** The operator's text, which the server keeps free of everything but plain markup. */
function Body({ html, locale }: { html: string; locale: string }) {
  const place = useRef<HTMLDivElement | null>(null)
  useEffect(() => {
    if (place.current) place.current.innerHTML = html
  }, [html])
  return <div ref={place} className="sign-text" lang={locale} dir="auto" tabIndex={0} />
}

type Part = { answers: Answers; onEdit: (part: Partial<Answers>) => void }

function Asked({ question, answers, onEdit }: { question: Question } & Part) {
  const { t, problems } = useSign()
  const problem = problems[question.id]
  const value = answers.given[question.id]
  const say = (given: string | boolean): void => onEdit({ given: { ...answers.given, [question.id]: given } })
  if (question.kind === 'text') {
    return <Field id={`q-${question.id}`} label={question.label} isOptional={!question.is_required} maxLength={500} value={typeof value === 'string' ? value : ''} problem={problem} onChange={say} />
  }
  const options = question.kind === 'choice' ? question.options : [{ id: 'yes', label: t('yes') }, { id: 'no', label: t('no') }]
  const chosen = question.kind === 'choice' ? value : value === true ? 'yes' : value === false ? 'no' : undefined
  return (
    <fieldset className="sign-question">
      <legend dir="auto">
        {question.label}
        {!question.is_required && <small> ({t('optional')})</small>}
      </legend>
      {options.map((option) => (
        <label key={option.id} className="sign-check">
          <input
            type="radio"
            name={`q-${question.id}`}
            checked={chosen === option.id}
            aria-invalid={problem !== undefined}
            onChange={() => say(question.kind === 'choice' ? option.id : option.id === 'yes')}
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
      {problem && <p className="field-error">{t(problem, { age: '', name: '' })}</p>}
    </fieldset>
  )
}

function Photo({ answers, onEdit }: Part) {
  const { t, problems } = useSign()
  const take = (file: File | undefined): void => {
    if (file) readPhoto(file).then((photo) => onEdit({ photo }), () => onEdit({ photo: null }))
  }
  return (
    <div className="field sign-photo">
      {answers.photo && <img src={`data:image/jpeg;base64,${answers.photo}`} alt={t('photo')} />}
      <label htmlFor="photo" className="button quiet">
        {t(answers.photo ? 'retake' : 'takePhoto')}
      </label>
      <input id="photo" className="visually-hidden" type="file" accept="image/*" capture="user" aria-invalid={problems.photo !== undefined} onChange={(event) => take(event.currentTarget.files?.[0])} />
      {problems.photo && <p className="field-error">{t('required', {})}</p>}
    </div>
  )
}
