'use client'
import { ChevronDown } from 'lucide-react'
import {
  Button,
  ComboBox as AriaComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components'
import { AriaNotes } from './aria-notes'
import { cx } from './cx'
import { inputClass, labelClass } from './input-class'
import { popoverClass } from './popover'
import { optionClass } from './option-class'
import type { Option } from './select'

type Props = {
  label: string
  options: Option<string>[]
  value: string | null
  onChange: (value: string) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

/** One choice out of hundreds, found by typing. */
export function ComboBox({ label, options, value, onChange, hint, error, isDisabled }: Props) {
  return (
    <AriaComboBox
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      defaultItems={options}
      isInvalid={!!error}
      isDisabled={isDisabled}
      menuTrigger="focus"
      className="flex flex-col gap-1.5"
    >
      <Label className={labelClass}>{label}</Label>
      <div className="relative">
        <Input className={cx(inputClass, 'pe-11')} />
        <Button className="absolute end-0 top-0 grid size-11 place-items-center text-faint">
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </div>
      <AriaNotes hint={hint} error={error} />
      <Popover className={cx(popoverClass, 'w-(--trigger-width)')}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 44 }}>
          <ListBox<Option<string>> className="max-h-72 overflow-y-auto p-1 outline-none">
            {(option) => (
              <ListBoxItem id={option.id} textValue={option.name} className={optionClass}>
                <span className="grow truncate">{option.name}</span>
                {option.note && <span className="text-xs text-faint tabular-nums">{option.note}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </AriaComboBox>
  )
}
