import { useEffect, useRef } from 'react'
import type { Step } from './checkout/flow'
import { stepBefore } from './checkout/path'
import { useBuilder } from './context'
import { HoldTimer } from './parts/hold-timer'
import { PartFailed } from './parts/load-failed'
import { Photo } from './parts/photo'
import { Summary } from './parts/summary'
import { TopBar } from './parts/top-bar'
import { AgendaStep } from './steps/agenda'
import { TimesStep } from './steps/times'
import { useHistory } from './use-history'
import { useTold } from './use-told'
import { useLate, type Late, type LateState } from './use-late'

const BUSY_TEXT = { saving: 'saving', code: 'saving', paying: 'paying', checking: 'checking', resuming: 'loading' } as const

const LATE_STEPS = {
  guests: 'GuestsStep',
  extras: 'ExtrasStep',
  contact: 'ContactStep',
  payment: 'PaymentStep',
  done: 'DoneStep',
} as const

function stepView(step: Step, late: Late | null): (() => React.ReactNode) | null {
  if (step === 'agenda') return AgendaStep
  return step === 'times' ? TimesStep : (late?.[LATE_STEPS[step]] ?? null)
}

/** A new step starts at its top, with the focus on its heading. */
function useStepFocus(key: string, isReady: boolean) {
  const heading = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady || shown.current === key) return
    const isFirst = shown.current === null
    shown.current = key
    if (isFirst) return
    window.scrollTo({ top: 0 })
    heading.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({ preventScroll: true })
  }, [key, isReady])
  return heading
}

function Waiting({ state: { hasFailed, retry } }: { state: LateState }) {
  const { t } = useBuilder()
  if (hasFailed) return <PartFailed t={t} onRetry={retry} />
  return (
    <div className="steppers" aria-hidden="true">
      <span className="bone slot-bone" />
    </div>
  )
}

/** The frame around every step. */
export function Builder() {
  const { state, t, purchase } = useBuilder()
  const { step, problem, busy, notice } = state
  const isLate = step in LATE_STEPS || problem !== null || notice !== null
  const waiting = useLate(isLate)
  const { late } = waiting
  const Current = stepView(step, late)
  useHistory(purchase, step)
  useTold(state)
  const main = useStepFocus(`${step} ${problem?.kind ?? ''}`, Current !== null && (problem === null || late !== null))
  const hasAside = step !== 'agenda' && step !== 'done'
  const isPhotoOnTop = (step === 'times' || step === 'guests') && !problem
  return (
    <div className={`builder step-${step}`}>
      <TopBar back={problem || busy ? null : stepBefore(state)} />
      <HoldTimer />
      <div className={hasAside ? 'columns' : 'columns single'}>
        <main className="main" ref={main} aria-busy={busy !== null}>
          {isPhotoOnTop && <Photo className="photo-top" sizes="100vw" />}
          {late && <late.NoticeBox />}
          {problem && late ? <late.ProblemScreen problem={problem} /> : Current && !problem ? <Current key={step} /> : <Waiting state={waiting} />}
        </main>
        {hasAside && <Summary late={late} />}
      </div>
      <p className="visually-hidden" role="status">
        {busy ? t(BUSY_TEXT[busy]) : ''}
      </p>
    </div>
  )
}
