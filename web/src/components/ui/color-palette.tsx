'use client'
import { ColorArea, ColorPicker, ColorSlider, ColorThumb, SliderTrack, parseColor } from 'react-aria-components'
import { cx } from './cx'

type Props = { value: string | null; onChange: (value: string) => void }

const thumbClass =
  'size-5 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.5)] data-focus-visible:size-7'

/** A field of colours with its rainbow; a file of its own, so that it can be loaded late. */
export default function ColorPalette({ value, onChange }: Props) {
  const color = parseColor(value ?? 'hsb(210, 80%, 60%)').toFormat('hsb')
  return (
    <ColorPicker value={color} onChange={(chosen) => onChange(chosen.toString('hex').toLowerCase())}>
      <div className="flex flex-col gap-3 p-3">
        <ColorArea colorSpace="hsb" xChannel="saturation" yChannel="brightness" className="h-44 w-56 rounded-md">
          <ColorThumb className={thumbClass} />
        </ColorArea>
        <ColorSlider colorSpace="hsb" channel="hue">
          <SliderTrack className="h-6 w-56 rounded-full">
            <ColorThumb className={cx(thumbClass, 'top-1/2')} />
          </SliderTrack>
        </ColorSlider>
      </div>
    </ColorPicker>
  )
}
