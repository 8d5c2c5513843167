'use client'
import type { ComponentProps, ReactNode } from 'react'
import { useField } from './form-fields'
import { CheckboxGroup } from './ui/checkbox-group'
import { ColorField } from './ui/color-field'
import { MultiSelect } from './ui/multi-select'
import { PercentField } from './ui/percent-field'
import { RadioGroup } from './ui/radio-group'
import { Select } from './ui/select'
import type { Option } from './ui/option-types'
import { Switch } from './ui/switch'
import { TagField } from './ui/tag-field'

type Named<C> = Omit<C, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }

export function FormPercent({ name, ...rest }: Named<ComponentProps<typeof PercentField>>) {
  const { value, onChange, error } = useField<number | null>(name)
  return <PercentField {...rest} value={value} onChange={onChange} error={error} />
}

export function FormColor({ name, ...rest }: Named<ComponentProps<typeof ColorField>>) {
  const { value, onChange, error } = useField<string>(name)
  return <ColorField {...rest} value={value} onChange={(color) => color && onChange(color)} error={error} />
}

export function FormTags({ name, ...rest }: Named<ComponentProps<typeof TagField>>) {
  const { value, onChange, error } = useField<string[]>(name)
  return <TagField {...rest} value={value} onChange={onChange} error={error} />
}

export function FormSwitch({ name, hint, children }: { name: string; hint?: ReactNode; children: ReactNode }) {
  const { value, onChange } = useField<boolean>(name)
  return (
    <Switch isSelected={value} onChange={onChange} hint={hint}>
      {children}
    </Switch>
  )
}

type ChoiceProps<K extends string | number> = {
  name: string
  label: string
  isLabelHidden?: boolean
  options: Option<K>[]
  hint?: string
  className?: string
  isDisabled?: boolean
}

export function FormRadio<K extends string>(props: ChoiceProps<K>) {
  const { value, onChange, error } = useField<K>(props.name)
  return <RadioGroup {...props} value={value} onChange={onChange} error={error} />
}

export function FormSelect<K extends string | number>(props: ChoiceProps<K>) {
  const { value, onChange, error } = useField<K>(props.name)
  return <Select {...props} value={value} onChange={onChange} error={error} />
}

export function FormMultiSelect<K extends string | number>({
  name,
  ...rest
}: ChoiceProps<K> & { placeholder?: string }) {
  const { value, onChange, error } = useField<K[]>(name)
  return <MultiSelect {...rest} value={value} onChange={onChange} error={error} />
}

export function FormChecks({ name, label, options, hint }: ChoiceProps<string>) {
  const { value, onChange, error } = useField<string[]>(name)
  return (
    <CheckboxGroup
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      hint={hint}
      error={error}
      isInline
    />
  )
}
