'use client'
import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { Button, Input, Label, SearchField as AriaSearchField, type SearchFieldProps } from 'react-aria-components'
import { cx } from './cx'
import { inputClass } from './field'

type Props = Omit<SearchFieldProps, 'className' | 'children'> & {
  label: string
  value: string
  onChange: (text: string) => void
  placeholder?: string
  className?: string
  inputRef?: Ref<HTMLInputElement>
}

/** Words to look for; Esc and the cross empty it. */
export function SearchField({ label, placeholder, className, inputRef, ...rest }: Props) {
  return (
    <AriaSearchField {...rest} className={cx('group relative', className)}>
      <Label className="sr-only">{label}</Label>
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4 text-faint" />
      <Input
        ref={inputRef}
        placeholder={placeholder ?? label}
        className={cx(inputClass, 'px-10 [&::-webkit-search-cancel-button]:hidden')}
      />
      <Button className="absolute end-0 top-0 grid size-11 place-items-center rounded-md text-faint hover:text-ink group-data-empty:hidden">
        <X aria-hidden className="size-4" />
      </Button>
    </AriaSearchField>
  )
}
