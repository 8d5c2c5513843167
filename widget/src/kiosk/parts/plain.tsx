import type { ReactNode } from 'react'
import { Check, Clock, Cross } from '../../icons'

type Props = { tone: 'good' | 'late' | 'bad'; title: string; text: string; children?: ReactNode }

const MARKS = { good: Check, late: Clock, bad: Cross }

/** One thing to know, and what to do about it. */
export function Plain({ tone, title, text, children }: Props) {
  const Mark = MARKS[tone]
  return (
    <div className="page-state kiosk-state" role="status">
      <span className={`page-mark ${tone}`}>
        <Mark />
      </span>
      <h1 className="heading">{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}
