'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Plugin, PluginField } from '@/api/models'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { choicesQuery } from '../api'

type Props = { field: PluginField; plugin: Plugin; isForgotten: boolean; onForget: () => void }

/** One field of a plugin's form, by its kind. Names and help are the plugin's own. */
export function SettingField({ field, plugin, isForgotten, onForget }: Props) {
  if (field.is_asked) return <AskedField field={field} plugin={plugin} />
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
  return (
    <FormText name={field.name} label={field.label} hint={field.help} rows={field.kind === 'lines' ? 4 : undefined} />
  )
}

/** A choice that the partner offers; what was chosen before stays while the partner does not answer. */
function AskedField({ field, plugin }: { field: PluginField; plugin: Plugin }) {
  const t = useTranslations('plugins')
  const errorText = useErrorText()
  const isConnected = plugin.connection?.is_connected ?? false
  const { data, error, isLoading } = useQuery({ ...choicesQuery(plugin.slug, field.name), enabled: isConnected })
  const kept = String(field.value ?? '')
  const offered = (data ?? []).map(({ value, name }) => ({ id: value, name }))
  const isKeptMissing = kept !== '' && !offered.some(({ id }) => id === kept)
  const options = isKeptMissing ? [{ id: kept, name: kept }, ...offered] : offered
  const hint = isConnected ? field.help : t('connectFirst')
  return (
    <div className="space-y-2">
      <FormSelect
        name={field.name}
        label={field.label}
        options={options}
        hint={hint}
        isDisabled={!isConnected || isLoading}
      />
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
    </div>
  )
}

function Secret({ field, isForgotten, onForget }: Omit<Props, 'plugin'>) {
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
