'use client'
import { Check, Search } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { keepKeys } from './keep-keys'
import { ListPopover } from './list-popover'
import { optionClass } from './option-class'
import type { Key, Option } from './option-types'

type Props = {
  id: string
  label: string
  options: Option[]
  value: Key[]
  button: RefObject<HTMLButtonElement | null>
  onChoose: (keys: Key[]) => void
  onClose: () => void
}

const manyFrom = 9

/** The open list of a MultiSelect; a file of its own, so that it can be loaded late. */
export default function MultiSelectWindow({ label, button, onClose, ...list }: Props) {
  const isLong = list.options.length >= manyFrom
  return (
    <ListPopover button={button} onClose={onClose} aria-label={label} className="flex flex-col">
      <Findable label={label} isWanted={isLong}>
        <Options {...list} label={label} isFocused={!isLong} />
      </Findable>
    </ListPopover>
  )
}

type OptionsProps = Omit<Props, 'button' | 'onClose'> & { isFocused: boolean }

function Options({ id, label, options, value, onChoose, isFocused }: OptionsProps) {
  const t = useTranslations('common')
  return (
    // While one types, the focus stays in the search field: the list needs a way of its own to be scrolled.
    <div tabIndex={0} role="group" aria-label={label} className="max-h-72 min-h-0 overflow-y-auto -outline-offset-2">
      <ListBox
        ref={keepKeys}
        id={id}
        aria-label={label}
        items={options}
        autoFocus={isFocused}
        selectionMode="multiple"
        // Esc closes the list; what was chosen stays chosen.
        escapeKeyBehavior="none"
        selectedKeys={value}
        onSelectionChange={(keys) => onChoose(keys === 'all' ? options.map((option) => option.id) : [...keys])}
        renderEmptyState={() => <p className="px-3 py-4 text-sm text-faint">{t('nothingFound')}</p>}
        className="p-1 outline-none"
      >
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className={optionClass}>
            {({ isSelected }) => (
              <>
                <Check aria-hidden className={cx('size-4 shrink-0 text-accent', !isSelected && 'invisible')} />
                <span className="grow">
                  <bdi>{option.name}</bdi>
                </span>
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
