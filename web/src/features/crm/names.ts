'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { categories, fieldNames, groupOf, systemSlugs, type FieldKind, type MergeFieldInfo } from './model'

/** What a template is called: those that ship in the reader's language, an operator's own as they named it. */
export function useTemplateName() {
  const t = useTranslations('templates')
  return ({ slug, name }: { slug: string | null; name: string }) => {
    const known = systemSlugs.find((one) => one === slug)
    return known ? t(`system_${known}`) : name
  }
}

export function useCategoryName() {
  const t = useTranslations('templates')
  return (category: string) => {
    const known = categories.find((one) => one === category)
    return known ? t(`category_${known}`) : category
  }
}

type Format = ReturnType<typeof useFormat>

/** An example as a guest would read it: dates, times and money in the reader's writing. */
function sampleOf(kind: FieldKind, sample: string, currency: string, format: Format): string {
  if (kind === 'money') return format.money(Number(sample), currency)
  if (kind === 'date') return format.day(sample, 'short')
  if (kind === 'time') return format.time(sample)
  if (kind === 'moment') return `${format.day(sample.slice(0, 10), 'short')}, ${format.time(sample.slice(11, 16))}`
  return kind === 'url' ? '' : sample
}

/** Fields as the screens show them: by name, with what they are about. */
export function useFieldInfos(raw: readonly { name: string; kind: string; sample: string }[] | undefined) {
  const t = useTranslations('templateEditor')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  const label = useCallback(
    (name: string) => {
      const known = fieldNames.find((one) => one === name)
      if (!known) return name
      return t(`field_${known.replaceAll('.', '_') as 'guest_name'}`)
    },
    [t],
  )
  return useMemo<MergeFieldInfo[]>(
    () =>
      (raw ?? []).map(({ name, kind, sample }) => ({
        name,
        label: label(name),
        group: t(`group_${groupOf(name)}`),
        sample: sampleOf(kind as FieldKind, sample, currency, format),
        kind: kind as FieldKind,
      })),
    [raw, label, t, currency, format],
  )
}
