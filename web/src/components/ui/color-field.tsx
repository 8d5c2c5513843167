'use client'
import {
  Button,
  ColorArea,
  ColorField as AriaColorField,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  SliderTrack,
  parseColor,
  type Color,
} from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { FieldNotes, inputClass, labelClass } from './field'
import { popoverClass } from './popover'

type Props = {
  label: string
  /** "#2563eb"; null while none is chosen. */
  value: string | null
  onChange: (value: string | null) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

function parsed(value: string | null): Color | null {
  try {
    return value ? parseColor(value).toFormat('hsb') : null
  } catch {
    return null
  }
}

const hex = (color: Color | null) => (color ? color.toString('hex').toLowerCase() : null)

/** A colour, typed as hexadecimal digits or chosen from a field of colours. */
export function ColorField({ label, value, onChange, hint, error, isDisabled }: Props) {
  const color = parsed(value)
  return (
    <AriaColorField
      value={color}
      onChange={(chosen) => onChange(hex(chosen))}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className="flex flex-col gap-1.5"
    >
      <Label className={labelClass}>{label}</Label>
      <div className="flex">
        <Picker label={label} color={color} onChange={onChange} isDisabled={isDisabled} />
        <Input className={cx(inputClass, 'rounded-s-none tabular-nums')} placeholder="#000000" />
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaColorField>
  )
}

type PickerProps = Pick<Props, 'label' | 'onChange' | 'isDisabled'> & { color: Color | null }

function Picker({ label, color, onChange, isDisabled }: PickerProps) {
  const t = useTranslations('common')
  return (
    <ColorPicker value={color ?? parseColor('hsb(210, 80%, 60%)')} onChange={(chosen) => onChange(hex(chosen))}>
      <DialogTrigger>
        <Button
          aria-label={t('chooseColor', { label })}
          isDisabled={isDisabled}
          className="grid size-11 shrink-0 place-items-center rounded-s-md border border-e-0 border-line-strong bg-sunken disabled:opacity-60"
        >
          {color ? (
            <ColorSwatch className="size-6 rounded border border-line-strong" />
          ) : (
            <span className="size-6 rounded border border-dashed border-faint" />
          )}
        </Button>
        <Popover className={popoverClass}>
          <Dialog aria-label={label} className="flex flex-col gap-3 p-3 outline-none">
            <ColorArea colorSpace="hsb" xChannel="saturation" yChannel="brightness" className="h-44 w-56 rounded-md">
              <ColorThumb className={thumbClass} />
            </ColorArea>
            <ColorSlider colorSpace="hsb" channel="hue">
              <SliderTrack className="h-6 w-56 rounded-full">
                <ColorThumb className={cx(thumbClass, 'top-1/2')} />
              </SliderTrack>
            </ColorSlider>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </ColorPicker>
  )
}

const thumbClass =
  'size-5 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.5)] data-focus-visible:size-7'
