'use client'
import type { ComponentProps } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { TextField } from './ui/field'
import { MoneyField } from './ui/money-field'
import { NumberField } from './ui/number-field'

const rules = ['required', 'email', 'tooLong', 'password', 'positive', 'order'] as const

/** The state of one field of the form around it; rules' names become sentences, the server's stay. */
export function useField<T>(name: string) {
  const t = useTranslations('common')
  const { control } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  const message = fieldState.error?.message ?? fieldState.error?.root?.message
  const rule = rules.find((one) => one === message)
  return {
    inputRef: field.ref,
    value: field.value as T,
    onChange: field.onChange as (value: T) => void,
    onBlur: field.onBlur,
    error: rule ? t(`invalid_${rule}`) : message,
  }
}

type Own<C> = Omit<C, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }

export function FormText({ name, ...rest }: Own<ComponentProps<typeof TextField>>) {
  const field = useField<string>(name)
  return <TextField {...rest} {...field} name={name} />
}

export function FormNumber({ name, ...rest }: Own<ComponentProps<typeof NumberField>>) {
  const field = useField<number | null>(name)
  return <NumberField {...rest} {...field} />
}

export function FormMoney({ name, ...rest }: Own<ComponentProps<typeof MoneyField>>) {
  const field = useField<number | null>(name)
  return <MoneyField {...rest} {...field} />
}
