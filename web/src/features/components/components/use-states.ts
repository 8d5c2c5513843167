'use client'
import { useTranslations } from 'use-intl'

type FieldProps = { label: string; hint?: string; error?: string; isDisabled?: boolean }
type FieldState = { is: 'default' | 'hint' | 'error' | 'disabled'; props: FieldProps }

/** The states that every field has, with words for them. */
export function useStates() {
  const t = useTranslations('components')
  const [label, hint, error] = [t('sampleLabel'), t('sampleHint'), t('sampleError')]
  const fields: FieldState[] = [
    { is: 'default', props: { label } },
    { is: 'hint', props: { label, hint } },
    { is: 'error', props: { label, hint, error } },
    { is: 'disabled', props: { label, isDisabled: true } },
  ]
  return { label, hint, error, fields }
}
