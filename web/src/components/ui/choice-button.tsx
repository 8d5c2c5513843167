'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { inputClass } from './input-class'
import { Press, type PressProps } from './press'

type Props = PressProps & { id: string; labelId: string; text?: string; placeholder?: string }

/** The closed part of a field with a list to choose from: what is chosen, and an arrow. */
export function ChoiceButton({ id, labelId, text, placeholder, ...rest }: Props) {
  const t = useTranslations('common')
  return (
    <Press
      {...rest}
      id={id}
      aria-labelledby={`${id}-value ${labelId}`}
      className={cx(inputClass, 'flex items-center justify-between gap-2 text-start')}
    >
      <span id={`${id}-value`} className={cx('truncate', !text && 'text-faint')}>
        {text || (placeholder ?? t('chooseOne'))}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
    </Press>
  )
}
