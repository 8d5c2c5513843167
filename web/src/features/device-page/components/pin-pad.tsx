'use client'
import { Delete } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

type Props = { label: string; value: string; onChange: (pin: string) => void; isBusy: boolean }

const longest = 8
const key =
  'grid min-h-14 place-items-center rounded-lg border bg-surface text-xl font-medium hover:bg-sunken active:bg-sunken disabled:opacity-60'

/** A PIN by finger or keyboard. What is typed is never shown. */
export function PinPad(props: Props) {
  const { label, value, onChange, isBusy } = props
  const id = useId()
  return (
    <div className="space-y-3">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="password"
        inputMode="none"
        autoComplete="off"
        autoFocus
        maxLength={longest}
        value={value}
        readOnly={isBusy}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, longest))}
        className="h-14 w-full rounded-lg border border-line-strong bg-surface text-center text-2xl tracking-[0.5em]"
      />
      <Keys {...props} />
    </div>
  )
}

function Keys({ value, onChange, isBusy }: Props) {
  const t = useTranslations('devicePage')
  const digit = (one: number) => (
    <button
      key={one}
      type="button"
      disabled={isBusy}
      className={key}
      onClick={() => onChange(`${value}${one}`.slice(0, longest))}
    >
      {one}
    </button>
  )
  return (
    <div dir="ltr" className="grid grid-cols-3 gap-2">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit)}
      <span />
      {digit(0)}
      <button
        type="button"
        aria-label={t('deleteDigit')}
        disabled={isBusy || !value}
        className={key}
        onClick={() => onChange(value.slice(0, -1))}
      >
        <Delete aria-hidden className="size-6" />
      </button>
    </div>
  )
}
