'use client'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceImage, Images } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { TextField } from '@/components/ui/field'
import { Picture } from '@/components/ui/picture'
import { useErrorText } from '@/components/ui/states'
import { deleteImage, saveAlt } from '../api'

type Props = {
  experience: number
  image: ExperienceImage
  isHero?: boolean
  onChanged: (images: Images) => void
}

/** One picture: what it shows in words, saved when the field is left, and a way to be rid of it. */
export function ImageRow({ experience, image, isHero, onChanged }: Props) {
  const t = useTranslations('experience')
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex items-center gap-3">
      {!isHero && <Picture url={image.url} sizes="96px" className="h-16 w-24 shrink-0 rounded-md" isSquare />}
      <div className="min-w-0 grow">
        <AltField {...{ experience, image, isHero, onChanged }} />
      </div>
      <IconButton label={t('deletePicture')} onPress={() => setAsking(true)} className={isHero ? 'self-end' : ''}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      {isAsking && (
        <DeleteQuestion
          experience={experience}
          image={image}
          onClose={() => setAsking(false)}
          onDeleted={(images) => {
            setAsking(false)
            onChanged(images)
          }}
        />
      )}
    </div>
  )
}

type QuestionProps = Pick<Props, 'experience' | 'image'> & { onClose: () => void; onDeleted: (images: Images) => void }

function DeleteQuestion({ experience, image, onClose, onDeleted }: QuestionProps) {
  const t = useTranslations('experience')
  const errorText = useErrorText()
  const remove = useMutation({ mutationFn: () => deleteImage(experience, image.id), onSuccess: onDeleted })
  return (
    <ConfirmDialog
      title={t('deletePicture')}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={t('deletePicture')}
      isDanger
      isPending={remove.isPending}
    >
      <img src={image.variants[0]?.webp ?? image.url} alt={image.alt} className="max-h-48 rounded-md object-contain" />
      <p>{t('deletePictureText')}</p>
      {remove.isError && <p className="text-bad">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  )
}

function AltField({ experience, image, isHero, onChanged }: Props) {
  const t = useTranslations('experience')
  const errorText = useErrorText()
  const [alt, setAlt] = useState(image.alt)
  const save = useMutation({
    mutationFn: () => saveAlt(experience, image.id, alt.trim()),
    onSuccess: onChanged,
  })
  return (
    <TextField
      label={t('alt')}
      isLabelHidden={!isHero}
      placeholder={t('altPlaceholder')}
      value={alt}
      onChange={setAlt}
      onBlur={() => alt.trim() !== image.alt && save.mutate()}
      hint={save.isPending ? t('saving') : isHero ? t('altHint') : undefined}
      error={save.isError ? errorText(save.error) : undefined}
    />
  )
}
