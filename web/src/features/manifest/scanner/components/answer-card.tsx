'use client'
import { CircleCheck, CircleX, ScanQrCode, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { toneOf, type Answer, type AnswerProps } from '../answer'
import { AnswerActions } from './answer-actions'
import { AnswerFacts } from './answer-facts'
import { useHeadline } from '../use-headline'

const looks = {
  good: { Icon: CircleCheck, className: 'border-good-fill bg-good-wash text-good' },
  warn: { Icon: TriangleAlert, className: 'border-warn-fill bg-warn-wash text-warn' },
  bad: { Icon: CircleX, className: 'border-bad-fill bg-bad-wash text-bad' },
}

/** Yes, a question, or no: in color, by a sign and in words. */
export function AnswerCard(props: Omit<AnswerProps, 'answer'> & { answer: Answer | null }) {
  const t = useTranslations('scanner')
  const { answer } = props
  const tone = answer && toneOf(answer)
  if (!answer || !tone)
    return (
      <Frame className="border-line bg-surface text-soft">
        <ScanQrCode aria-hidden className="size-12 shrink-0" />
        <p className="text-lg">{answer ? t('looking') : t('ready')}</p>
      </Frame>
    )
  return <Said {...props} answer={answer} tone={tone} />
}

function Said({ tone, ...props }: AnswerProps & { tone: keyof typeof looks }) {
  const { Icon, className } = looks[tone]
  const { title, text } = useHeadline(props.answer, props.day, props.today)
  return (
    <Frame className={className} isUrgent={tone !== 'good'}>
      <Icon aria-hidden className="size-14 shrink-0" strokeWidth={2.25} />
      <div className="min-w-0 grow space-y-3">
        <div>
          <p className="text-2xl leading-tight font-semibold text-balance">{title}</p>
          {text && <p className="mt-1 text-pretty">{text}</p>}
        </div>
        <AnswerFacts {...props} />
        <AnswerActions {...props} />
      </div>
    </Frame>
  )
}

type FrameProps = { className: string; isUrgent?: boolean; children: ReactNode }

function Frame({ className, isUrgent, children }: FrameProps) {
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      data-answer
      className={cx('flex min-h-40 items-start gap-4 rounded-xl border-2 p-5', className)}
    >
      {children}
    </div>
  )
}
