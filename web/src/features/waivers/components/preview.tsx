'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { languageName } from '@/lib/languages'
import { useSession } from '@/lib/session'
import { wordOf, type Question, type TemplateValues } from '../model'
import words from '../signer-words.json'
import { htmlOf } from '../text'

type Words = (typeof words)['en']

const bodyClass =
  'max-h-80 space-y-2 overflow-y-auto rounded-md border bg-sunken p-3 text-sm leading-relaxed ' +
  '[&_h2]:pt-2 [&_h2]:font-semibold [&_ul]:list-disc [&_ul]:ps-5'
const fieldClass = 'mt-1.5 block min-h-10 rounded-md border border-line-strong bg-surface'

/** The waiver as it is typed, the way signers see it, in their language and in the words of their page. */
export function Preview({ shown }: { shown: string }) {
  const t = useTranslations('waiverTemplates')
  const account = useSession()?.account.name
  const [name, locale, texts, questions, requires] = useWatch<
    TemplateValues,
    ['name', 'locale', 'texts', 'questions', 'requires']
  >({ name: ['name', 'locale', 'texts', 'questions', 'requires'] })
  const own = words[shown as keyof typeof words] ?? words.en
  const html = htmlOf(texts.find((one) => one.locale === shown)?.text ?? '')
  return (
    <section aria-label={t('preview')} className="lg:sticky lg:top-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 pb-3 font-semibold">
        {t('preview')}
        <span className="text-sm font-normal text-faint">{languageName(shown)}</span>
      </h2>
      <div className="rounded-2xl border-4 border-line bg-surface p-4">
        <p className="border-b pb-3 text-sm font-medium">{account}</p>
        <div lang={shown} dir="auto" className="space-y-4 pt-4">
          <p className="text-lg font-semibold text-balance">{name || t('name')}</p>
          {html ? (
            // Our own markup around what was typed, which is escaped.
            <div tabIndex={0} className={bodyClass} dangerouslySetInnerHTML={{ __html: html }} />
          ) : (
            <p className="text-sm text-faint">{t('previewEmpty')}</p>
          )}
          {questions.map((question) => (
            <Asked key={question.id} question={question} shown={shown} main={locale} own={own} />
          ))}
          {requires.includes('initials') && <Line label={own.initials} />}
          {requires.includes('id_number') && <Line label={own.idNumber} />}
          {requires.includes('photo') && (
            <p className="grid min-h-10 place-items-center rounded-md border border-line-strong text-sm font-medium">
              {own.takePhoto}
            </p>
          )}
          <Mark label={own.agree} />
        </div>
      </div>
    </section>
  )
}

function Line({ label, note }: { label: string; note?: string }) {
  return (
    <p className="text-sm">
      <span className="font-medium">{label}</span> {note && <span className="text-faint">({note})</span>}
      <span aria-hidden className={fieldClass} />
    </p>
  )
}

function Mark({ label, isRound }: { label: string; isRound?: boolean }) {
  return (
    <p className="flex items-start gap-2.5 text-sm">
      <span
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 border border-line-strong ${isRound ? 'rounded-full' : 'rounded'}`}
      />
      <bdi>{label}</bdi>
    </p>
  )
}

type AskedProps = { question: Question; shown: string; main: string; own: Words }

function Asked({ question, shown, main, own }: AskedProps) {
  const label = wordOf(question.labels, shown, main) || '…'
  const note = question.is_required ? undefined : own.optional
  if (question.kind === 'text') return <Line label={label} note={note} />
  const answers =
    question.kind === 'yes_no'
      ? [own.yes, own.no]
      : question.options.map((option) => wordOf(option.labels, shown, main) || '…')
  return (
    <div className="space-y-1.5">
      <p className="text-sm">
        <bdi className="font-medium">{label}</bdi> {note && <span className="text-faint">({note})</span>}
      </p>
      {answers.map((answer, place) => (
        <Mark key={place} label={answer} isRound />
      ))}
    </div>
  )
}
