'use client'
import { Minus, Plus, type LucideIcon } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { Press } from './press'

type Props = {
  /** What is counted; the buttons say it too. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** For fingers: on a till everything is larger. */
  isLarge?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  onEnter?: () => void
}

/** How many of something: typed, stepped with the arrow keys, or with a button on each side. */
export function Stepper(props: Props) {
  const { value, min = 0, isLarge, isDisabled } = props
  const t = useTranslations('common')
  const { put, max, input } = useSteps(props)
  const words = { what: props.label }
  return (
    <div
      className={cx(
        'inline-flex shrink-0 overflow-hidden rounded-md border border-line-strong bg-surface',
        isDisabled && 'opacity-60',
      )}
    >
      <Step
        label={t('fewer', words)}
        icon={Minus}
        side="border-e"
        {...{ isLarge }}
        isDisabled={isDisabled || value <= min}
        onPress={() => put(value - 1)}
      />
      <input
        {...input}
        className={cx(
          'min-w-0 bg-transparent text-center font-semibold tabular-nums -outline-offset-2 placeholder:font-normal',
          'placeholder:text-faint',
          isLarge ? 'w-13 text-lg' : 'w-11',
        )}
      />
      <Step
        label={t('more', words)}
        icon={Plus}
        side="border-s"
        {...{ isLarge }}
        isDisabled={isDisabled || value >= max}
        onPress={() => put(value + 1)}
      />
    </div>
  )
}

type StepProps = Pick<Props, 'label' | 'isLarge' | 'isDisabled'> & {
  icon: LucideIcon
  side: string
  onPress: () => void
}

/** For a finger or a mouse: the keyboard has its arrows in the field. */
function Step({ label, icon: Icon, side, isLarge, isDisabled, onPress }: StepProps) {
  return (
    <Press
      aria-label={label}
      tabIndex={-1}
      isDisabled={isDisabled}
      onPress={onPress}
      className={cx(
        'grid shrink-0 place-items-center border-line-strong text-soft hover:bg-sunken hover:text-ink disabled:opacity-40',
        isLarge ? 'size-13' : 'size-10 pointer-coarse:size-11',
        side,
      )}
    >
      <Icon aria-hidden className="size-4" />
    </Press>
  )
}

function useSteps({ label, value, onChange, min = 0, max = 500, onEnter, isDisabled, autoFocus }: Props) {
  const put = (next: number) => {
    const fit = Math.max(min, Math.min(max, next))
    if (fit !== value) onChange(fit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter' && onEnter && !event.ctrlKey && !event.metaKey) onEnter()
    else if (step) put(value + step)
    else return
    event.preventDefault()
  }
  const input: ComponentProps<'input'> = {
    'aria-label': label,
    inputMode: 'numeric',
    autoComplete: 'off',
    autoFocus,
    disabled: isDisabled,
    value: value === 0 ? '' : String(value),
    placeholder: '0',
    onFocus: (event) => event.target.select(),
    onChange: (event) => put(Number(event.target.value.replace(/\D/g, '').slice(0, 3))),
    onKeyDown,
  }
  return { put, max, input }
}
