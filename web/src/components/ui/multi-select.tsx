'use client'
import { Check, ChevronDown, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
  useFilter,
  type Key,
} from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { FieldNotes, inputClass, labelClass } from './field'
import { popoverClass } from './popover'
import { optionClass, type Option } from './select'

type Props<K extends Key> = {
  label: string
  isLabelHidden?: boolean
  options: Option<K>[]
  value: K[]
  onChange: (value: K[]) => void
  /** What stands there while nothing is chosen: "All guides". */
  placeholder?: string
  hint?: string
  error?: string
  isDisabled?: boolean
  className?: string
}

const manyFrom = 9

/** Several choices out of many; a long list can be searched by typing. */
export function MultiSelect<K extends Key>({ label, isLabelHidden, options, value, onChange, ...rest }: Props<K>) {
  const { placeholder, hint, error, isDisabled, className } = rest
  return (
    <Select
      selectionMode="multiple"
      value={value}
      onChange={(keys) => onChange(keys as K[])}
      placeholder={placeholder}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className={cx('group flex flex-col gap-1.5', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <Button
        className={cx(
          inputClass,
          'flex items-center justify-between gap-2 text-start group-data-invalid:border-bad-fill',
        )}
      >
        <SelectValue className="truncate data-placeholder:text-faint">
          {({ isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : chosenNames(options, value).join(', ')
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover className={cx(popoverClass, 'flex min-w-(--trigger-width) flex-col')}>
        <Findable label={label} isWanted={options.length >= manyFrom}>
          <Options label={label} options={options} />
        </Findable>
      </Popover>
    </Select>
  )
}

function chosenNames<K extends Key>(options: Option<K>[], value: K[]): string[] {
  return options.filter((option) => value.includes(option.id)).map((option) => option.name)
}

function Options<K extends Key>({ label, options }: { label: string; options: Option<K>[] }) {
  const t = useTranslations('common')
  return (
    // While one types, the focus stays in the search field: the list needs a way of its own to be scrolled.
    <div tabIndex={0} role="group" aria-label={label} className="max-h-72 min-h-0 overflow-y-auto -outline-offset-2">
      <ListBox
        items={options}
        renderEmptyState={() => <p className="px-3 py-4 text-sm text-faint">{t('nothingFound')}</p>}
        className="p-1 outline-none"
      >
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className={optionClass}>
            {({ isSelected }) => (
              <>
                <Check aria-hidden className={cx('size-4 shrink-0 text-accent', !isSelected && 'invisible')} />
                <span className="grow">{option.name}</span>
                {option.note && <span className="text-xs text-faint">{option.note}</span>}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  )
}

function Findable({ label, isWanted, children }: { label: string; isWanted: boolean; children: ReactNode }) {
  const { contains } = useFilter({ sensitivity: 'base' })
  if (!isWanted) return children
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus className="relative border-b">
        <Search aria-hidden className="absolute start-4 top-3.5 size-4 text-faint" />
        <Input className="min-h-11 w-full bg-transparent ps-11 pe-3 text-sm outline-none [&::-webkit-search-cancel-button]:hidden" />
      </SearchField>
      {children}
    </Autocomplete>
  )
}
