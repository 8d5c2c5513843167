'use client'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { steps, type Step } from '../model'

/** How far an import is. Whoever hears the page is told of each step, and goes on from its heading. */
export function StepsBar({ step, fileName }: { step: Step; fileName: string | undefined }) {
  const t = useTranslations('importer')
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef(step)
  useEffect(() => {
    // Not when the page opens: there the browser's own place counts.
    if (seen.current !== step) heading.current?.focus()
    seen.current = step
  }, [step])
  const at = steps.indexOf(step)
  return (
    <div className="space-y-5">
      <StepList step={step} />
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {t(`head_${step}`)}
        </h2>
        {fileName && (
          <p className="mt-1 truncate text-sm text-soft">
            <bdi>{fileName}</bdi>
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {t('stepOf', { place: at + 1, count: steps.length, name: t(`step_${step}`) })}
      </p>
    </div>
  )
}

function StepList({ step }: { step: Step }) {
  const t = useTranslations('importer')
  const at = steps.indexOf(step)
  return (
    <ol aria-label={t('steps')} className="flex gap-1.5 sm:gap-3">
      {steps.map((one, index) => (
        <li key={one} aria-current={one === step ? 'step' : undefined} className="min-w-0 grow basis-0">
          <span aria-hidden className={cx('block h-1 rounded-full', index <= at ? 'bg-accent' : 'bg-line')} />
          <span
            className={cx(
              'mt-2 flex items-center gap-1.5 truncate text-sm max-sm:sr-only',
              index === at ? 'font-medium' : 'text-faint',
            )}
          >
            {index < at && <Check aria-hidden className="size-4 text-accent" />}
            {t(`step_${one}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
