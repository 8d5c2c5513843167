'use client'
import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Button, Input, Label, Tag, TagGroup, TagList, TextField } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { FieldNotes, labelClass } from './field'

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
  'has-[input:focus]:outline-accent group-data-invalid:border-bad-fill group-data-disabled:opacity-60'

/** Words one adds by typing: Enter or a comma ends one, Backspace takes the last away. */
export function TagField({ label, value, onChange, placeholder, hint, error, isDisabled }: Props) {
  const [text, setText] = useState('')
  const add = (typed: string) => {
    const words = typed.split(/[,;\n]/).map((word) => word.trim())
    onChange([...new Set([...value, ...words.filter(Boolean)])])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Backspace' && !text) onChange(value.slice(0, -1))
  }
  return (
    <TextField
      value={text}
      onChange={(typed) => (/[,;\n]/.test(typed) ? add(typed) : setText(typed))}
      onBlur={() => text.trim() && add(text)}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className="group flex flex-col gap-1.5"
    >
      <Label className={labelClass}>{label}</Label>
      <div className={boxClass}>
        {value.length > 0 && <Tags label={label} value={value} onChange={onChange} isDisabled={isDisabled} />}
        <Input
          onKeyDown={onKeyDown}
          placeholder={value.length ? undefined : placeholder}
          className="min-h-7 w-0 min-w-16 grow bg-transparent px-1 outline-none placeholder:text-faint"
        />
      </div>
      <FieldNotes hint={hint} error={error} />
    </TextField>
  )
}

function Tags({ label, value, onChange, isDisabled }: Pick<Props, 'label' | 'value' | 'onChange' | 'isDisabled'>) {
  const t = useTranslations('common')
  const remove = (keys: Set<string | number>) => onChange(value.filter((word) => !keys.has(word)))
  return (
    <TagGroup aria-label={label} onRemove={isDisabled ? undefined : remove} className="contents">
      <TagList className="contents">
        {value.map((word) => (
          <Tag
            key={word}
            id={word}
            textValue={word}
            isDisabled={isDisabled}
            className={cx('flex items-center rounded-full bg-sunken text-sm', isDisabled ? 'px-3' : 'ps-3')}
          >
            <span className="py-0.5">{word}</span>
            {!isDisabled && (
              <Button
                slot="remove"
                aria-label={t('remove')}
                className="grid size-7 place-items-center rounded-full text-faint hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden className="size-3.5" />
              </Button>
            )}
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  )
}
