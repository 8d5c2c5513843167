'use client'
import { useTranslations } from 'use-intl'
import type { ImportFormat, ImportState } from '@/api/models'
import type { Kind } from '../model'
import { useColumnName, useKindName } from '../use-words'
import { useFormat } from '@/lib/use-format'
import { DropPlace } from './drop-place'
import { TemplateButton } from './kind-card'

type Props = { kind: Kind; format: ImportFormat; onUploaded: (state: ImportState) => void }

/** Choose the file; beside it what has to be in it, and a file to begin with. */
export function FileStep({ kind, format, onUploaded }: Props) {
  const t = useTranslations('importer')
  const kindName = useKindName()
  const columnName = useColumnName()
  const { list } = useFormat()
  const needed = format.columns.filter((one) => one.required).map(columnName)
  return (
    <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
      <DropPlace format={format} onUploaded={onUploaded} />
      <div className="space-y-3 text-sm text-soft">
        <p className="text-pretty">{t(`about_${kind}`)}</p>
        {needed.length > 0 && <p className="text-pretty">{t('needed', { names: list(needed) })}</p>}
        {kind === 'trips' && <p className="text-pretty">{t('tripsNote')}</p>}
        {kind === 'waivers' && <p className="text-pretty">{t('waiversNote')}</p>}
        <TemplateButton format={format} name={kindName(kind)} />
      </div>
    </div>
  )
}
