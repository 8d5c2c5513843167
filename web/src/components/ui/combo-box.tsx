'use client'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { cx } from './cx'
import { FieldFrame } from './field-frame'
import { inputClass } from './input-class'
import type { Option } from './option-types'
import { useFinding } from './use-finding'
import { useNotes } from './use-notes'

type Props = {
  label: string
  options: Option<string>[]
  value: string | null
  onChange: (value: string) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

const load = () => import('./combo-window')
const ComboWindow = lazy(load)

/** One choice out of hundreds, found by typing. The list comes when somebody goes for it. */
export function ComboBox({ label, options, value, onChange, hint, error, isDisabled }: Props) {
  const ids = useNotes(hint, error)
  const box = useRef<HTMLDivElement>(null)
  const list = `${ids.id}-list`
  const finding = useFinding({ options, value, onChange, list })
  const toggle = () => {
    if (finding.isOpen) return finding.close()
    box.current?.querySelector('input')?.focus()
    finding.open()
  }
  return (
    <FieldFrame {...{ ids, label, hint, error }}>
      <div ref={box} className="relative" onPointerEnter={() => void load()}>
        <input
          {...ids.control}
          {...finding.input}
          id={ids.id}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          className={cx(inputClass, 'pe-11')}
        />
        <Arrow isDisabled={isDisabled} onPress={toggle} />
      </div>
      {finding.isOpen && (
        <Suspense fallback={null}>
          <ComboWindow {...{ label, list, box, value }} {...finding.window} />
        </Suspense>
      )}
    </FieldFrame>
  )
}

/** For a mouse only: the keyboard has its arrows in the field. */
function Arrow({ isDisabled, onPress }: { isDisabled?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      disabled={isDisabled}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="absolute end-0 top-0 grid size-11 place-items-center text-faint"
    >
      <ChevronDown aria-hidden className="size-4" />
    </button>
  )
}
