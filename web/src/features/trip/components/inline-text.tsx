'use client'
import { useRef, useState, type KeyboardEvent } from 'react'
import { TextField } from '@/components/ui/field'

type Props = { label: string; value: string; maxLength: number; isDisabled: boolean; onSave: (value: string) => void }

/**
 * A word or two that is saved when the field is left or Enter is pressed; Esc takes back what was typed.
 *
 * What somebody types stays, also when the saved value changes under it.
 */
export function InlineText({ label, value, maxLength, isDisabled, onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const save = () => {
    if (typed !== null && typed.trim() !== value) onSave(typed.trim())
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') box.current?.querySelector('input')?.blur()
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <div ref={box} onKeyDown={onKeyDown}>
      <TextField
        label={label}
        value={typed ?? value}
        onChange={setTyped}
        onBlur={save}
        maxLength={maxLength}
        isDisabled={isDisabled}
        autoComplete="off"
      />
    </div>
  )
}
