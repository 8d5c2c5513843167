import { useEffect, useRef } from 'react'
import { stepBefore, type Step } from './checkout/flow'
import { useBuilder } from './context'
import { HoldTimer } from './parts/hold-timer'
import { NoticeBox } from './parts/notice'
import { Photo } from './parts/photo'
import { ProblemScreen } from './parts/problem'
import { Summary } from './parts/summary'
import { TopBar } from './parts/top-bar'
import { AgendaStep } from './steps/agenda'
import { ContactStep } from './steps/contact'
import { DoneStep } from './steps/done'
import { GuestsStep } from './steps/guests'
import { PaymentStep } from './steps/payment'
import { TimesStep } from './steps/times'

const STEPS: Record<Step, () => React.ReactNode> = {
  agenda: AgendaStep,
  times: TimesStep,
  guests: GuestsStep,
  contact: ContactStep,
  payment: PaymentStep,
  done: DoneStep,
}

const BUSY_TEXT = { saving: 'saving', preparing: 'saving', paying: 'paying', checking: 'checking', resuming: 'loading' } as const

/** A new step starts at its top, with the focus on its heading. */
function useStepFocus(key: string) {
  const heading = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo({ top: 0 })
    heading.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({ preventScroll: true })
  }, [key])
  return heading
}

/** The frame around every step. */
export function Builder() {
  const { state, t } = useBuilder()
  const { step, problem, busy } = state
  const main = useStepFocus(`${step} ${problem?.kind ?? ''}`)
  const Current = STEPS[step]
  const hasAside = step !== 'agenda' && step !== 'done'
  const isPhotoOnTop = (step === 'times' || step === 'guests') && !problem
  return (
    <div className={`builder step-${step}`}>
      <TopBar back={problem || busy ? null : stepBefore(state)} />
      <HoldTimer />
      <div className={hasAside ? 'columns' : 'columns single'}>
        <main className="main" ref={main} aria-busy={busy !== null}>
          {isPhotoOnTop && <Photo className="photo-top" />}
          <NoticeBox />
          {problem ? <ProblemScreen problem={problem} /> : <Current />}
        </main>
        {hasAside && <Summary />}
      </div>
      <p className="visually-hidden" role="status">
        {busy ? t(BUSY_TEXT[busy]) : ''}
      </p>
    </div>
  )
}
