'use client'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { ComboBox } from '@/components/ui/combo-box'
import { MultiSelect } from '@/components/ui/multi-select'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Live, Specimen, State } from './specimen'
import { useStates } from './use-states'

export function ChoiceSpecimens() {
  return (
    <>
      <Boxes />
      <Groups />
      <Switches />
      <Lists />
    </>
  )
}

function useOptions() {
  const t = useTranslations('components')
  return [
    { id: 'one', name: t('sampleOne'), note: t('sampleHint') },
    { id: 'two', name: t('sampleTwo') },
    { id: 'three', name: t('sampleThree') },
  ]
}

function Boxes() {
  const { label } = useStates()
  return (
    <Specimen name="Checkbox" file="ui/checkbox.tsx">
      <State is="default">
        <Checkbox>{label}</Checkbox>
      </State>
      <State is="selected">
        <Checkbox defaultSelected>{label}</Checkbox>
      </State>
      <State is="some">
        <Checkbox isIndeterminate>{label}</Checkbox>
      </State>
      <State is="error">
        <Checkbox isInvalid>{label}</Checkbox>
      </State>
      <State is="disabled">
        <Checkbox isDisabled defaultSelected>
          {label}
        </Checkbox>
      </State>
    </Specimen>
  )
}

function Groups() {
  const states = useStates()
  const options = useOptions()
  return (
    <>
      <Specimen name="CheckboxGroup" file="ui/checkbox-group.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live start={['one']}>
              {(value, set) => <CheckboxGroup options={options} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="RadioGroup" file="ui/radio-group.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start="one">
              {(value, set) => <RadioGroup options={options} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
    </>
  )
}

function Switches() {
  const { label, hint } = useStates()
  return (
    <Specimen name="Switch" file="ui/switch.tsx">
      <State is="default">
        <Switch>{label}</Switch>
      </State>
      <State is="selected">
        <Switch defaultSelected>{label}</Switch>
      </State>
      <State is="hint">
        <Switch hint={hint}>{label}</Switch>
      </State>
      <State is="disabled">
        <Switch isDisabled defaultSelected>
          {label}
        </Switch>
      </State>
    </Specimen>
  )
}

function Lists() {
  const states = useStates()
  const options = useOptions()
  const many = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, name: `${states.label} ${index + 1}` }))
  return (
    <>
      <Specimen name="Select" file="ui/select.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start={is === 'hint' ? null : 'one'}>
              {(value, set) => <Select options={options} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="MultiSelect" file="ui/multi-select.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live start={is === 'hint' ? [] : ['1', '3']}>
              {(value, set) => <MultiSelect options={many} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="ComboBox" file="ui/combo-box.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start={is === 'hint' ? null : '1'}>
              {(value, set) => <ComboBox options={many} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
    </>
  )
}
