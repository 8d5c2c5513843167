'use client'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState, type ChangeEvent, type DragEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportFormat, ImportState } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { uploadFile } from '../api'

type Props = { format: ImportFormat | undefined; onUploaded: (state: ImportState) => void }

/** Takes a file that is chosen or dropped; one that can't be read says why and on which line. */
export function DropPlace({ format, onUploaded }: Props) {
  const t = useTranslations('importer')
  const errorText = useErrorText()
  const upload = useMutation({ mutationFn: uploadFile, onSuccess: onUploaded })
  return (
    <div className="space-y-3">
      <Place format={format} isBusy={upload.isPending} send={(file) => upload.mutate(file)} />
      {upload.isPending && <ProgressBar label={t('reading')} value={null} max={1} />}
      {upload.error && (
        <Notice tone="bad">
          <bdi>{errorText(upload.error)}</bdi>
        </Notice>
      )}
    </div>
  )
}

type PlaceProps = { format: Props['format']; isBusy: boolean; send: (file: File) => void }

function Place({ format, isBusy, send }: PlaceProps) {
  const t = useTranslations('importer')
  const [isOver, setOver] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) send(file)
    target.value = ''
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isBusy)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isBusy) send(file)
  }
  return (
    <label
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-h-40 cursor-pointer flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed border-line-strong bg-surface px-6 py-8 text-center hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60',
        isOver && 'border-accent bg-accent-wash',
      )}
    >
      <FileUp aria-hidden className="size-8 text-accent" />
      <span className="text-lg font-semibold">{t('choose')}</span>
      <Limits format={format} />
      <input type="file" accept=".csv,.xlsx,.txt,.tsv" disabled={isBusy} onChange={choose} className="sr-only" />
    </label>
  )
}

function Limits({ format }: Pick<Props, 'format'>) {
  const t = useTranslations('importer')
  const { number } = useFormat()
  if (!format) return null
  return (
    <span className="text-sm text-pretty text-faint">
      {t('limits', { size: number(Math.round(format.most_bytes / 1024 / 1024)), rows: number(format.most_rows) })}
    </span>
  )
}
