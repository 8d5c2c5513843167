'use client'
import { useState, type ChangeEvent, type ComponentProps, type FormEvent, type ReactNode, type Ref } from 'react'
import { cx } from './cx'
import { FieldFrame, FieldNotes } from './field-frame'
import { inputClass, labelClass } from './input-class'
import { useNotes } from './use-notes'

export { FieldNotes, inputClass, labelClass }

type Control = HTMLInputElement | HTMLTextAreaElement
type Own = 'name' | 'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'spellCheck' | 'placeholder'

type Props = Pick<ComponentProps<'input'>, Own> & {
  label: string
  isLabelHidden?: boolean
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  isDisabled?: boolean
  isRequired?: boolean
  hint?: ReactNode
  error?: string
  rows?: number
  before?: ReactNode
  after?: ReactNode
  className?: string
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>
}

/** A labelled line of text, or several with `rows`; `error` marks it wrong and says why. */
export function TextField(props: Props) {
  const { label, isLabelHidden, hint, rows, before, after, className, inputRef } = props
  const missing = useMissing()
  const error = props.error ?? missing.text
  const ids = useNotes(hint, error)
  const own = { ...attributesOf(props, missing), ...ids.control, id: ids.id }
  return (
    <FieldFrame {...{ ids, label, isLabelHidden, hint, error, className }}>
      {rows ? (
        <textarea {...own} ref={inputRef} rows={rows} className={cx(inputClass, 'resize-y py-2.5')} />
      ) : (
        <div className="flex items-stretch">
          {before && <Affix side="left">{before}</Affix>}
          <input
            {...own}
            type={props.type ?? 'text'}
            ref={inputRef}
            className={cx(inputClass, 'min-w-0', !!before && 'rounded-l-none', !!after && 'rounded-r-none')}
          />
          {after && <Affix side="right">{after}</Affix>}
        </div>
      )}
    </FieldFrame>
  )
}

function attributesOf(props: Props, missing: ReturnType<typeof useMissing>) {
  const { name, inputMode, autoComplete, autoFocus, maxLength, spellCheck, placeholder, value, onBlur } = props
  return {
    ...{ name, inputMode, autoComplete, autoFocus, maxLength, spellCheck, placeholder, value, onBlur },
    disabled: props.isDisabled,
    required: props.isRequired,
    onInvalid: missing.onInvalid,
    onChange: (event: ChangeEvent<Control>) => {
      missing.forget()
      props.onChange(event.target.value)
    },
  }
}

/** The browser's own words for what is missing, under the field instead of in a bubble. */
function useMissing() {
  const [text, setText] = useState<string>()
  return {
    text,
    forget: () => setText(undefined),
    onInvalid: (event: FormEvent<Control>) => {
      event.preventDefault()
      const field = event.currentTarget
      setText(field.validationMessage)
      if (field.form?.querySelector(':is(input, textarea):invalid') === field) field.focus()
    },
  }
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
