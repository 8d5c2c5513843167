'use client'
import type { ReactNode, Ref } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components'
import { cx } from './cx'
import { inputClass, labelClass } from './input-class'

export { inputClass, labelClass }

/** The lines under a field: what to enter, or what is wrong with it. */
export function FieldNotes({ hint, error }: { hint?: ReactNode; error?: string }) {
  return (
    <>
      {hint && !error && (
        <Text slot="description" className="text-sm text-faint">
          {hint}
        </Text>
      )}
      <FieldError className="text-sm text-bad">{error}</FieldError>
    </>
  )
}

type Props = Omit<TextFieldProps, 'className' | 'children'> & {
  label: string
  hint?: ReactNode
  error?: string
  rows?: number
  placeholder?: string
  before?: ReactNode
  after?: ReactNode
  className?: string
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>
}

/** A labelled line of text, or several with `rows`; `error` marks it wrong and says why. */
export function TextField({
  label,
  hint,
  error,
  rows,
  placeholder,
  before,
  after,
  className,
  inputRef,
  ...rest
}: Props) {
  return (
    <AriaTextField {...rest} isInvalid={!!error} className={cx('flex flex-col gap-1.5', className)}>
      <Label className={labelClass}>{label}</Label>
      {rows ? (
        <TextArea ref={inputRef} rows={rows} placeholder={placeholder} className={cx(inputClass, 'resize-y py-2.5')} />
      ) : (
        <div className="flex items-stretch">
          {before && <Affix side="left">{before}</Affix>}
          <Input
            ref={inputRef}
            placeholder={placeholder}
            className={cx(inputClass, 'min-w-0', !!before && 'rounded-l-none', !!after && 'rounded-r-none')}
          />
          {after && <Affix side="right">{after}</Affix>}
        </div>
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}

function Affix({ side, children }: { side: 'left' | 'right'; children: ReactNode }) {
  return (
    <span
      className={cx(
        'flex items-center border border-line-strong bg-sunken px-3 text-sm text-soft',
        side === 'left' ? 'rounded-l-md border-r-0' : 'rounded-r-md border-l-0',
      )}
    >
      {children}
    </span>
  )
}
