'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ImageField } from '@/components/ui/image-field'
import { useErrorText } from '@/components/ui/states'
import { refusalOf } from '../upload'

type Props = {
  /** What it is a picture of, and for; else just a picture. */
  label?: string
  hint?: string
  /** Chosen and not saved yet. */
  file: File | null
  onFile: (file: File | null) => void
  /** Why the last one was not taken. */
  error: string | undefined
  /** Address of the picture that is saved. */
  value: string | null
  onDelete?: () => Promise<unknown>
}

/** The one picture of an add-on, a product or a new experience: it goes with the rest when that is saved. */
export function ExtraPicture({ label, hint, file, onFile, error, value, onDelete }: Props) {
  const t = useTranslations('experience')
  const errorText = useErrorText()
  const [isGone, setGone] = useState(false)
  const [failure, setFailure] = useState<string>()
  const preview = usePreview(file)
  const remove = async () => {
    if (file) return onFile(null)
    try {
      await onDelete?.()
      setGone(true)
    } catch (reason) {
      setFailure(refusalOf(reason) ?? errorText(reason))
    }
  }
  return (
    <ImageField
      label={label ?? t('picture')}
      value={preview ?? (isGone ? null : value)}
      onFile={(next) => {
        setFailure(undefined)
        onFile(next)
      }}
      onRemove={() => void remove()}
      hint={[hint, t('pictureRules')].filter(Boolean).join(' ')}
      error={failure ?? error}
    />
  )
}

/** What was chosen, as an address an image element can show; the policy of our pages allows no blob addresses. */
function usePreview(file: File | null): string | null {
  const [read, setRead] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => setRead({ file, url: String(reader.result) })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return read && read.file === file ? read.url : null
}
