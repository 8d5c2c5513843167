'use client'
import { useTranslations } from 'use-intl'
import type { ImportFormat } from '@/api/models'
import { Select } from '@/components/ui/select'

type Props = { format: ImportFormat; value: string; onChange: (preset: string) => void }

/** Whose export the file is: recognized by its headings, and changed by hand. */
export function PresetChoice({ format, value, onChange }: Props) {
  const t = useTranslations('importer')
  if (format.presets.length === 0) return null
  const known = format.presets.find((one) => one.slug === value)
  return (
    <Select
      label={t('preset')}
      className="max-w-md"
      value={known?.slug ?? 'none'}
      options={[
        { id: 'none', name: t('noPreset') },
        ...format.presets.map((one) => ({ id: one.slug, name: one.name })),
      ]}
      onChange={onChange}
      hint={known && !known.is_verified ? t('unverified') : undefined}
    />
  )
}
