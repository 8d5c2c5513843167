'use client'
import { Search, X } from 'lucide-react'
import { useId, useRef, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { inputClass } from './input-class'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit?: (text: string) => void
  placeholder?: string
  className?: string
  autoFocus?: boolean
  maxLength?: number
  isDisabled?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Words to look for; Esc and the cross empty it. The browser's own field, since most screens begin with one. */
export function SearchField({ label, className, inputRef, isDisabled, onSubmit, ...rest }: Props) {
  const id = useId()
  const { value, onChange } = rest
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onSubmit?.(value)
    if (event.key === 'Escape' && value) {
      event.stopPropagation()
      onChange('')
    }
  }
  return (
    <div className={cx('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-faint" />
      <Words
        id={id}
        ref={inputRef}
        placeholder={rest.placeholder ?? label}
        autoFocus={rest.autoFocus}
        maxLength={rest.maxLength}
        disabled={isDisabled}
        value={value}
        onKeyDown={onKeyDown}
        onText={onChange}
      />
    </div>
  )
}

type WordsProps = ComponentProps<'input'> & { onText: (text: string) => void }

function Words({ ref, onText, ...rest }: WordsProps) {
  const t = useTranslations('common')
  const cross = useRef<HTMLButtonElement>(null)
  const clear = () => {
    onText('')
    cross.current?.parentElement?.querySelector('input')?.focus()
  }
  return (
    <>
      <input
        {...rest}
        ref={ref}
        type="search"
        onChange={(event) => onText(event.target.value)}
        className={cx(inputClass, 'ps-10 [&::-webkit-search-cancel-button]:hidden', !!rest.value && 'pe-11')}
      />
      {rest.value && !rest.disabled && (
        <button
          ref={cross}
          type="button"
          aria-label={t('clear')}
          onClick={clear}
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-md text-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </>
  )
}
