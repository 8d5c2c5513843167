'use client'
import { X } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { FieldFrame } from './field-frame'
import { useNotes } from './use-notes'

type Props = {
  label: string
  value: string[]
  onChange: (value: string[]) => void
  placeholder?: string
  hint?: string
  error?: string
  isDisabled?: boolean
}

const boxClass =
  'flex min-h-11 flex-wrap items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 py-1.5 ' +
  'hover:border-faint focus-within:border-accent has-[input:focus]:outline-2 has-[input:focus]:-outline-offset-1 ' +
  'has-[input:focus]:outline-accent data-invalid:border-bad-fill has-disabled:opacity-75'

/** Words one adds by typing: Enter or a comma ends one, Backspace takes the last away. */
export function TagField({ label, value, onChange, placeholder, hint, error, isDisabled }: Props) {
  const ids = useNotes(hint, error)
  const input = useRef<HTMLInputElement>(null)
  const remove = (word: string) => {
    onChange(value.filter((one) => one !== word))
    input.current?.focus()
  }
  return (
    <FieldFrame {...{ ids, label, hint, error }}>
      <div data-invalid={ids.control['data-invalid']} className={boxClass}>
        {value.length > 0 && <Tags label={label} value={value} onRemove={isDisabled ? undefined : remove} />}
        <input
          {...ids.control}
          {...useTyping(value, onChange)}
          ref={input}
          id={ids.id}
          disabled={isDisabled}
          placeholder={value.length ? undefined : placeholder}
          className="min-h-7 w-0 min-w-16 grow bg-transparent px-1 outline-none placeholder:text-faint"
        />
      </div>
    </FieldFrame>
  )
}

function useTyping(value: string[], onChange: (value: string[]) => void): ComponentProps<'input'> {
  const [text, setText] = useState('')
  const add = (typed: string) => {
    const words = typed.split(/[,;\n]/).map((word) => word.trim())
    onChange([...new Set([...value, ...words.filter(Boolean)])])
    setText('')
  }
  return {
    value: text,
    onChange: ({ target }) => (/[,;\n]/.test(target.value) ? add(target.value) : setText(target.value)),
    onBlur: () => text.trim() && add(text),
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter' && text.trim()) {
        event.preventDefault()
        add(text)
      }
      if (event.key === 'Backspace' && !text) onChange(value.slice(0, -1))
    },
  }
}

type TagsProps = { label: string; value: string[]; onRemove?: (word: string) => void }

function Tags({ label, value, onRemove }: TagsProps) {
  const t = useTranslations('common')
  return (
    <ul aria-label={label} className="contents">
      {value.map((word) => (
        <li key={word} className={cx('flex items-center rounded-full bg-sunken text-sm', onRemove ? 'ps-3' : 'px-3')}>
          <span className="py-0.5">{word}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={`${t('remove')} ${word}`}
              onClick={() => onRemove(word)}
              className="grid size-7 place-items-center rounded-full text-faint hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
