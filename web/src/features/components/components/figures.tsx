'use client'
import type { ReactNode } from 'react'
import { MoneyField } from '@/components/ui/money-field'
import { NumberField, type NumberFieldProps } from '@/components/ui/number-field'
import { PercentField } from '@/components/ui/percent-field'
import { Stepper } from '@/components/ui/stepper'
import { Live, Specimen, State } from './specimen'
import { useStates } from './use-states'

type Common = Pick<NumberFieldProps, 'label' | 'value' | 'onChange'>

export function FigureSpecimens() {
  return (
    <>
      <Figure name="NumberField" start={12} field={(props) => <NumberField {...props} />} />
      <Figure name="MoneyField" start={4900} field={(props) => <MoneyField currency="EUR" {...props} />} />
      <Figure name="PercentField" start={190_000} field={(props) => <PercentField {...props} />} />
      <StepperSpecimen />
    </>
  )
}

function StepperSpecimen() {
  const { label } = useStates()
  return (
    <Specimen name="Stepper" file="ui/stepper.tsx">
      <State is="default">
        <Live<number> start={2}>{(value, onChange) => <Stepper {...{ label, value, onChange }} />}</Live>
      </State>
      <State is="large">
        <Live<number> start={0}>{(value, onChange) => <Stepper isLarge {...{ label, value, onChange }} />}</Live>
      </State>
      <State is="disabled">
        <Stepper label={label} value={3} onChange={() => undefined} isDisabled />
      </State>
    </Specimen>
  )
}

const file = (name: string) => `ui/${name.replace('Field', '-field').toLowerCase()}.tsx`

type FigureProps = { name: string; start: number; field: (props: Common) => ReactNode }

function Figure({ name, start, field }: FigureProps) {
  const states = useStates()
  return (
    <Specimen name={name} file={file(name)}>
      <State is="empty">
        <Live<number | null> start={null}>{(value, onChange) => field({ label: states.label, value, onChange })}</Live>
      </State>
      {states.fields.map(({ is, props }) => (
        <State key={is} is={is}>
          <Live<number | null> start={start}>{(value, onChange) => field({ value, onChange, ...props })}</Live>
        </State>
      ))}
    </Specimen>
  )
}
