'use client'
import { useTranslations } from 'use-intl'
import type { PluginField } from '@/api/models'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'

type Props = { field: PluginField; isForgotten: boolean; onForget: () => void }

/** One field of a plugin's form, by its kind. Names and help are the plugin's own. */
export function SettingField({ field, isForgotten, onForget }: Props) {
  if (field.kind === 'bool') {
    return (
      <FormSwitch name={field.name} hint={field.help || undefined}>
        {field.label}
      </FormSwitch>
    )
  }
  if (field.kind === 'number') return <FormNumber name={field.name} label={field.label} hint={field.help} />
  if (field.kind === 'choice') {
    const options = field.options.map((id, index) => ({ id, name: field.option_names[index] ?? id }))
    return <FormSelect name={field.name} label={field.label} options={options} hint={field.help} />
  }
  if (field.is_secret) return <Secret field={field} isForgotten={isForgotten} onForget={onForget} />
  return <FormText name={field.name} label={field.label} hint={field.help} />
}

function Secret({ field, isForgotten, onForget }: Props) {
  const t = useTranslations('plugins')
  const isKept = field.is_set && !isForgotten
  return (
    <div className="space-y-2">
      <FormText
        name={field.name}
        label={field.label}
        hint={field.help}
        type="password"
        autoComplete="off"
        placeholder={isKept ? t('kept') : undefined}
      />
      {isKept && (
        <Button size="sm" look="quiet" onPress={onForget}>
          {t('forget')}
        </Button>
      )}
    </div>
  )
}
