'use client'
import { ImagePlus, LoaderCircle } from 'lucide-react'
import { useId } from 'react'
import { Button as AriaButton, DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { Button } from './button'
import { buttonClass } from './button-class'
import { cx } from './cx'
import { labelClass } from './field'

type Props = {
  label: string
  /** Address of the present picture. */
  value: string | null
  onFile: (file: File) => void
  onRemove: () => void
  hint?: string
  error?: string
  isPending?: boolean
  isDisabled?: boolean
  accept?: string[]
}

const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** A picture, chosen or dropped, with what is there now beside it. */
export function ImageField({ label, value, onFile, onRemove, hint, error, isPending, isDisabled, ...rest }: Props) {
  const t = useTranslations('common')
  const id = useId()
  const accept = rest.accept ?? pictures
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-notes`}
      className="flex flex-col gap-1.5"
    >
      <span id={`${id}-label`} className={labelClass}>
        {label}
      </span>
      <DropZone
        aria-label={t('dropPicture', { label })}
        isDisabled={isDisabled || isPending}
        getDropOperation={(types) => (accept.some((type) => types.has(type)) ? 'copy' : 'cancel')}
        onDrop={async ({ items }) => {
          const item = items.find(isFileDropItem)
          if (item) onFile(await item.getFile())
        }}
        className="flex flex-wrap items-center gap-4 rounded-md border border-dashed border-line-strong p-3 data-drop-target:border-accent data-drop-target:bg-accent-wash"
      >
        <Picture value={value} isPending={isPending} />
        <Choice
          value={value}
          accept={accept}
          onFile={onFile}
          onRemove={onRemove}
          isDisabled={isDisabled || isPending}
        />
      </DropZone>
      <p id={`${id}-notes`} className={cx('text-sm empty:hidden', error ? 'text-bad' : 'text-faint')}>
        {error ?? hint}
      </p>
    </div>
  )
}

type ChoiceProps = Pick<Props, 'value' | 'onFile' | 'onRemove' | 'isDisabled'> & { accept: string[] }

function Choice({ value, accept, onFile, onRemove, isDisabled }: ChoiceProps) {
  const t = useTranslations('common')
  return (
    <div className="flex flex-wrap gap-3">
      <FileTrigger acceptedFileTypes={accept} onSelect={(files) => files?.[0] && onFile(files[0])}>
        <AriaButton isDisabled={isDisabled} className={buttonClass()}>
          {t(value ? 'replacePicture' : 'choosePicture')}
        </AriaButton>
      </FileTrigger>
      {value && (
        <Button look="quiet" onPress={onRemove} isDisabled={isDisabled}>
          {t('remove')}
        </Button>
      )}
    </div>
  )
}

function Picture({ value, isPending }: Pick<Props, 'value' | 'isPending'>) {
  return (
    <span className="relative grid h-20 w-28 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken text-faint">
      {value ? (
        <img src={value} alt="" className="size-full object-contain" />
      ) : (
        <ImagePlus aria-hidden className="size-6" />
      )}
      {isPending && (
        <span className="absolute inset-0 grid place-items-center bg-surface/70">
          <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
        </span>
      )}
    </span>
  )
}
