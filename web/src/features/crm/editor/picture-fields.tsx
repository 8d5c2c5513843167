'use client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { ImageField } from '@/components/ui/image-field'
import { NumberField } from '@/components/ui/number-field'
import { useErrorText } from '@/components/ui/states'
import { refusalOf } from '@/features/experience/upload'
import { uploadPicture } from '../api'
import type { BlockValues } from '../model'

export type FieldProps = { draft: BlockValues; set: (change: BlockValues) => void }

type Props = FieldProps & { isAsked: boolean }

/** A picture, uploaded or at an address, and what it shows: asked for once, since some only decorate. */
export function PictureFields({ draft, set, isAsked }: Props) {
  const alt = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isMissing = isAsked && !draft.alt
  useEffect(() => {
    if (isMissing) alt.current?.focus()
  }, [isMissing])
  return (
    <>
      <Source draft={draft} set={set} onUploaded={() => alt.current?.focus()} />
      <Shown {...{ draft, set, alt, isMissing }} />
    </>
  )
}

/** Where the picture is: with us once it was uploaded, else elsewhere on the web. */
function Source({ draft, set, onUploaded }: FieldProps & { onUploaded: () => void }) {
  const t = useTranslations('templateEditor')
  const errorText = useErrorText()
  const upload = useMutation({
    mutationFn: uploadPicture,
    onSuccess: ({ address }) => {
      set({ src: address })
      onUploaded()
    },
  })
  const address = String(draft.src ?? '')
  return (
    <>
      <ImageField
        label={t('block_picture')}
        hint={t('pictureHint')}
        value={address || null}
        onFile={(file) => upload.mutate(file)}
        onRemove={() => set({ src: undefined })}
        error={upload.error ? (refusalOf(upload.error) ?? errorText(upload.error)) : undefined}
        isPending={upload.isPending}
      />
      {!address.startsWith('/') && (
        <TextField
          label={t('pictureUrl')}
          hint={t('pictureUrlHint')}
          type="url"
          value={address}
          onChange={(src) => set({ src })}
          isRequired
        />
      )}
    </>
  )
}

type ShownProps = FieldProps & { alt: Ref<HTMLInputElement & HTMLTextAreaElement>; isMissing: boolean }

/** What the picture shows, and how wide it is. */
function Shown({ draft, set, alt, isMissing }: ShownProps) {
  const t = useTranslations('templateEditor')
  return (
    <>
      <TextField
        inputRef={alt}
        label={t('pictureAlt')}
        hint={t('pictureAltHint')}
        error={isMissing ? t('pictureAltAsked') : undefined}
        value={String(draft.alt ?? '')}
        onChange={(value) => set({ alt: value })}
        maxLength={200}
      />
      <NumberField
        label={t('pictureWidth')}
        hint={t('pictureWidthHint')}
        value={draft.width === undefined ? null : Number(draft.width)}
        onChange={(width) => set({ width: width ?? undefined })}
        minValue={16}
        maxValue={528}
      />
    </>
  )
}
