import { useEffect, useState } from 'react'
import { Failed, isUnknown, Waiting } from '../guest-page/states'
import { useWords } from '../guest-page/words'
import { translator } from '../i18n'
import { Check, Cross } from '../icons'
import { WORDS } from './app'
import { openCheck } from './server'
import type { Checked } from './types'

type Opened = { checked: Checked | null; error: unknown }

/** Whoever holds a printed waiver sees whether it is one, and what it has to look like. */
export function CheckApp({ path, proof }: { path: string; proof: string }) {
  const [{ language, messages }] = useWords(path, WORDS)
  const [{ checked, error }, setOpened] = useState<Opened>({ checked: null, error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    openCheck(proof).then(
      (found) => isCurrent && setOpened({ checked: found, error: null }),
      (problem: unknown) => isCurrent && setOpened({ checked: null, error: problem }),
    )
    return () => void (isCurrent = false)
  }, [proof, attempt])
  if (!messages) return <Waiting />
  const t = translator(messages, language)
  if (isUnknown(error)) {
    return (
      <main className="page-state" role="alert">
        <h1 className="heading">{t('checkUnknownTitle')}</h1>
        <p>{t('checkUnknownText')}</p>
      </main>
    )
  }
  if (error) return <Failed t={t} isUnknown={false} onRetry={() => setAttempt(attempt + 1)} />
  if (!checked) return <Waiting label={t('loading')} />
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(checked.signed_at))
  const facts = [
    ['checkOperator', checked.operator],
    ['checkDocument', t('checkVersion', { name: checked.template, version: String(checked.template_version) })],
    ['checkWhen', when],
    ['checkFor', checked.initials.join(', ')],
    ['checkText', checked.text_sha256],
    ['checkProof', checked.proof_sha256],
    ['checkPdf', checked.pdf_sha256 ?? '–'],
  ] as const
  return (
    <main className="sign sign-check-page">
      <div className="page-state">
        <span className={checked.is_void ? 'page-mark late' : 'page-mark'}>{checked.is_void ? <Cross /> : <Check />}</span>
        <h1 className="heading">{t(checked.is_void ? 'checkVoidTitle' : 'checkTitle')}</h1>
        <p>{t('checkHint')}</p>
      </div>
      <dl className="sign-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </main>
  )
}
