'use client'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { keepKeys } from './keep-keys'
import { ListPopover } from './list-popover'
import { optionClass } from './option-class'
import type { Key, Option } from './option-types'

type Props = {
  id: string
  labelId: string
  options: Option[]
  value: Key[]
  button: RefObject<HTMLButtonElement | null>
  onChoose: (keys: Key[]) => void
  onClose: () => void
}

// Whoever presses what is chosen already is done as well; the library's own Select asks for this too.
const againToo = { allowDuplicateSelectionEvents: true }

/** The open list of a Select; a file of its own, so that it can be loaded late. */
export default function SelectWindow({ id, labelId, options, value, button, onChoose, onClose }: Props) {
  return (
    <ListPopover button={button} onClose={onClose} aria-labelledby={labelId}>
      <ListBox
        ref={keepKeys}
        id={id}
        aria-labelledby={labelId}
        items={options}
        autoFocus
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value}
        onSelectionChange={(keys) => onChoose([...keys])}
        {...againToo}
        className="max-h-72 overflow-y-auto p-1 outline-none"
      >
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className={optionClass}>
            {({ isSelected }) => (
              <>
                <span className="grow">
                  <bdi>{option.name}</bdi>
                </span>
                {isSelected && <Check aria-hidden className="size-4 text-accent" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </ListPopover>
  )
}
