'use client'
import { lazy, Suspense } from 'react'
import { ChoiceButton } from './choice-button'
import { FieldFrame } from './field-frame'
import type { Key, Option } from './option-types'
import { useLateWindow } from './use-late-window'
import { useNotes } from './use-notes'
import { useTypedChoice } from './use-typed-choice'

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

const load = () => import('./select-window')
const SelectWindow = lazy(load)

/** One choice out of a few. Its button is the browser's own; the list comes when somebody goes for it. */
export function Select<K extends Key>({ label, isLabelHidden, options, value, onChange, ...rest }: Props<K>) {
  const { hint, error, isDisabled, className } = rest
  const ids = useNotes(hint, error)
  const { id, ref, button, opened, close } = useLateWindow('listbox', load)
  const onTyped = useTypedChoice(options, value, onChange)
  const choose = (keys: Key[]) => {
    const chosen = options.find((option) => option.id === keys[0])
    if (chosen) onChange(chosen.id)
    close()
  }
  return (
    <FieldFrame {...{ ids, label, isLabelHidden, hint, error, className }}>
      <ChoiceButton
        {...button}
        {...ids.control}
        id={ids.id}
        labelId={ids.label}
        text={options.find((option) => option.id === value)?.name}
        isDisabled={isDisabled}
        onKeyDown={(event) => {
          button.onKeyDown(event)
          if (!event.defaultPrevented) onTyped(event)
        }}
      />
      {opened && (
        <Suspense fallback={null}>
          <SelectWindow
            {...{ id, options }}
            labelId={ids.label}
            value={value === null ? [] : [value]}
            button={ref}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
