'use client'
import { lazy, Suspense } from 'react'
import { ChoiceButton } from './choice-button'
import { FieldFrame } from './field-frame'
import type { Key, Option } from './option-types'
import { useLateWindow } from './use-late-window'
import { useNotes } from './use-notes'

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

const load = () => import('./multi-select-window')
const MultiSelectWindow = lazy(load)

/** Several choices out of many; a long list can be searched by typing. */
export function MultiSelect<K extends Key>({ label, isLabelHidden, options, value, onChange, ...rest }: Props<K>) {
  const { placeholder, hint, error, isDisabled, className } = rest
  const ids = useNotes(hint, error)
  const { id, ref, button, opened, close } = useLateWindow('listbox', load)
  const chosen = options.filter((option) => value.includes(option.id)).map((option) => option.name)
  return (
    <FieldFrame {...{ ids, label, isLabelHidden, hint, error, className }}>
      <ChoiceButton
        {...button}
        {...ids.control}
        id={ids.id}
        labelId={ids.label}
        text={chosen.join(', ')}
        placeholder={placeholder}
        isDisabled={isDisabled}
      />
      {opened && (
        <Suspense fallback={null}>
          <MultiSelectWindow
            {...{ id, label, options, value }}
            button={ref}
            onChoose={(keys) => onChange(keys as K[])}
            onClose={close}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
