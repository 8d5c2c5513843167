'use client'
import { ImagePlus } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Images } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { uploadImage } from '../api'

type Props = {
  experience: number
  role: 'Hero' | 'Gallery'
  hasOne: boolean
  onUploaded: (images: Images) => void
}
type Refusal = { file: string; reason: string }

/** Takes pictures that are chosen or dropped, one after the other, and says how far it has come. */
export function UploadBox({ role, hasOne, ...props }: Props) {
  const t = useTranslations('experience')
  const { sending, refused, send } = useUploads({ role, hasOne, ...props })
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send([...event.dataTransfer.files])
  }
  return (
    <div className="space-y-3">
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex min-h-20 cursor-pointer items-center justify-center gap-3 rounded-md border border-dashed border-line-strong px-4 py-3 text-sm text-soft hover:border-accent hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60',
          isOver && 'border-accent bg-accent-wash text-accent',
        )}
      >
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        <span>
          <span className="font-medium text-ink">
            {t(role === 'Hero' ? (hasOne ? 'newHero' : 'addHero') : 'addPictures')}
          </span>
          <span className="block">{t('pictureRules')}</span>
        </span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          multiple={role === 'Gallery'}
          disabled={sending !== null}
          onChange={(event) => {
            void send([...(event.target.files ?? [])])
            event.target.value = ''
          }}
          className="sr-only"
        />
      </label>
      {sending && <ProgressBar label={t('uploading', { file: sending.name })} value={sending.percent} max={100} />}
      {refused.length > 0 && (
        <ul role="alert" className="space-y-1 text-sm text-bad">
          {refused.map(({ file, reason }) => (
            <li key={file}>
              <span className="font-medium">{file}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useUploads({ experience, role, onUploaded }: Props) {
  const errorText = useErrorText()
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null)
  const [refused, setRefused] = useState<Refusal[]>([])
  const send = async (files: File[]) => {
    const failed: Refusal[] = []
    setRefused([])
    for (const file of role === 'Hero' ? files.slice(0, 1) : files) {
      setSending({ name: file.name, percent: 0 })
      try {
        const onSent = (share: number) => setSending({ name: file.name, percent: Math.round(share * 100) })
        onUploaded(await uploadImage(experience, role, file, onSent))
      } catch (error) {
        const own = error instanceof ApiError ? Object.values(error.fields).flat().join(' ') : ''
        failed.push({ file: file.name, reason: own || errorText(error) })
      }
    }
    setSending(null)
    setRefused(failed)
  }
  return { sending, refused, send }
}
