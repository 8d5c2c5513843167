'use client'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ImportFormat } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { isKind, templateOf } from '../model'
import { saveText } from '../save-text'
import { kindIcons } from './kind-icons'

/** One kind of thing: what it brings, the way to it, and a file to fill in. */
export function KindCard({ format, place }: { format: ImportFormat; place: number }) {
  const t = useTranslations('importer')
  const kind = format.object
  if (!isKind(kind)) return null
  const Icon = kindIcons[kind]
  const title = t(`kind_${kind}`)
  return (
    <li className="flex flex-col gap-3 rounded-xl border bg-surface p-4">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <h3 className="font-medium">
            <span className="text-faint tabular-nums">{place}.</span> {title}
          </h3>
          <p className="text-sm text-pretty text-soft">{t(`about_${kind}`)}</p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        <AppLink
          to="importer"
          params={{ importObject: kind }}
          aria-label={t('importKind', { name: title })}
          className={buttonClass('secondary', 'sm')}
        >
          {t('import')}
        </AppLink>
        <TemplateButton format={format} name={title} />
      </div>
    </li>
  )
}

/** Gives a file with the right headings and one row as an example. */
export function TemplateButton({ format, name }: { format: ImportFormat; name: string }) {
  const t = useTranslations('importer')
  return (
    <Button
      size="sm"
      look="quiet"
      aria-label={t('templateOf', { name })}
      onPress={() => saveText(templateOf(format.columns), `${format.object}.csv`)}
    >
      <Download aria-hidden className="size-4" />
      {t('template')}
    </Button>
  )
}
