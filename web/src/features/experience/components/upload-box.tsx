'use client'
import { ImagePlus } from 'lucide-react'
import { useState, type ChangeEvent, type DragEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Images } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { uploadImage } from '../api'
import { refusalOf } from '../upload'

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
  return (
    <div className="space-y-3">
      <DropPlace {...{ role, hasOne, send }} isBusy={sending !== null} />
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

type PlaceProps = Pick<Props, 'role' | 'hasOne'> & { isBusy: boolean; send: (files: File[]) => Promise<void> }

function DropPlace({ role, hasOne, isBusy, send }: PlaceProps) {
  const t = useTranslations('experience')
  const [isOver, setOver] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void send([...(target.files ?? [])])
    target.value = ''
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send([...event.dataTransfer.files])
  }
  const title = role === 'Gallery' ? 'addPictures' : hasOne ? 'newHero' : 'addHero'
  return (
    <label
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-h-20 cursor-pointer items-center justify-center gap-3 rounded-md border border-dashed border-line-strong px-4 py-3 text-sm text-soft hover:border-accent hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60',
        isOver && 'border-accent bg-accent-wash text-accent',
      )}
    >
      <ImagePlus aria-hidden className="size-5 shrink-0" />
      <Invitation title={t(title)} />
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple={role === 'Gallery'}
        disabled={isBusy}
        onChange={choose}
        className="sr-only"
      />
    </label>
  )
}

function Invitation({ title }: { title: string }) {
  const t = useTranslations('experience')
  return (
    <span>
      <span className="font-medium text-ink">{title}</span>
      <span className="block">{t('pictureRules')}</span>
    </span>
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
        failed.push({ file: file.name, reason: refusalOf(error) ?? errorText(error) })
      }
    }
    setSending(null)
    setRefused(failed)
  }
  return { sending, refused, send }
}
