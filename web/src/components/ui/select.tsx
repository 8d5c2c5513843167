'use client'
import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  type Key,
} from 'react-aria-components'
import { cx } from './cx'
import { FieldNotes, inputClass, labelClass } from './field'
import { popoverClass } from './popover'

export type Option<K extends Key = Key> = { id: K; name: string; note?: string }

type Props<K extends Key> = {
  label: string
  isLabelHidden?: boolean
  options: Option<K>[]
  value: K | null
  onChange: (value: K) => void
  hint?: string
  error?: string
  isDisabled?: boolean
  className?: string
}

export const optionClass =
  'flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11'

/** One choice out of a few. */
export function Select<K extends Key>({
  label,
  isLabelHidden,
  options,
  value,
  onChange,
  hint,
  error,
  isDisabled,
  className,
}: Props<K>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => key !== null && onChange(key as K)}
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
            isPlaceholder ? defaultChildren : options.find((option) => option.id === value)?.name
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Choices options={options} />
    </AriaSelect>
  )
}

function Choices<K extends Key>({ options }: { options: Option<K>[] }) {
  return (
    <Popover className={cx(popoverClass, 'min-w-(--trigger-width)')}>
      <ListBox items={options} className="max-h-72 overflow-y-auto p-1 outline-none">
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className={optionClass}>
            {({ isSelected }) => (
              <>
                <span className="grow">{option.name}</span>
                {isSelected && <Check aria-hidden className="size-4 text-accent" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
