'use client'
import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { FieldFrame } from './field-frame'
import { inputClass } from './input-class'
import { PopoverButton } from './popover-button'
import { Press } from './press'
import { Swatch } from './swatch'
import { useNotes } from './use-notes'

type Props = {
  label: string
  /** "#2563eb"; null while none is chosen. */
  value: string | null
  onChange: (value: string | null) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

const load = () => import('./color-palette')
const ColorPalette = lazy(load)

/** "2563EB", "#25e" and the like as "#2563eb"; null where it is no colour. */
function readColor(text: string): string | null {
  const digits = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return null
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** A colour, typed as hexadecimal digits or chosen from a field of colours. */
export function ColorField({ label, value, onChange, hint, error, isDisabled }: Props) {
  const ids = useNotes(hint, error)
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    const color = readColor(typed ?? '')
    if (typed !== null && (color || !typed.trim()) && color !== value) onChange(color)
    setTyped(null)
  }
  return (
    <FieldFrame {...{ ids, label, hint, error }}>
      <div className="flex">
        <Picker label={label} value={value && readColor(value)} onChange={onChange} isDisabled={isDisabled} />
        <input
          {...ids.control}
          id={ids.id}
          value={typed ?? value ?? ''}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          placeholder="#000000"
          className={cx(inputClass, 'rounded-s-none tabular-nums')}
        />
      </div>
    </FieldFrame>
  )
}

function Picker({ label, value, onChange, isDisabled }: Pick<Props, 'label' | 'value' | 'onChange' | 'isDisabled'>) {
  const t = useTranslations('common')
  const button = (
    <Press
      aria-label={t('chooseColor', { label })}
      isDisabled={isDisabled}
      className="grid size-11 shrink-0 place-items-center rounded-s-md border border-e-0 border-line-strong bg-sunken disabled:opacity-60"
    >
      {value ? (
        <Swatch color={value} className="size-6 rounded border border-line-strong" />
      ) : (
        <span className="size-6 rounded border border-dashed border-faint" />
      )}
    </Press>
  )
  return (
    <PopoverButton label={label} onWarm={load} button={button}>
      {() => <ColorPalette value={value} onChange={onChange} />}
    </PopoverButton>
  )
}
