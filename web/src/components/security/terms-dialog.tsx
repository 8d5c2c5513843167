'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useSignOut } from '@/lib/sign-out'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'
import { useErrorText } from '../ui/states'

type Props = {
  terms: { title: string; version: number; body_html: string; locale: string }
  operator: string
  error: Error | null
  isPending: boolean
  onAgree: () => void
  /** What to know first, where these are not in force yet; and the way to decide later. */
  text?: string
  onLater?: () => void
}

/** The words themselves, and the two ways on: agree or leave. */
export function TermsDialog({ terms, operator, error, isPending, onAgree, text, onLater }: Props) {
  const t = useTranslations('terms')
  const signOut = useSignOut()
  const footer = (
    <>
      {onLater ? (
        <Button onPress={onLater}>{t('later')}</Button>
      ) : (
        <Button onPress={() => void signOut()}>{t('signOut')}</Button>
      )}
      <Button look="primary" onPress={onAgree} isPending={isPending}>
        {t('agree', { operator })}
      </Button>
    </>
  )
  return (
    <Dialog
      size="lg"
      title={terms.version > 1 ? t('title') : t('firstTitle')}
      isOpen
      onClose={onLater ?? (() => undefined)}
      isDismissable={!!onLater}
      footer={footer}
    >
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-soft">{text ?? t('text')}</p>
        <Refusal error={error} />
        <article
          lang={terms.locale}
          tabIndex={0}
          aria-label={terms.title}
          className="max-h-[45dvh] overflow-y-auto rounded-md border bg-sunken p-4 text-sm [&_h2]:mt-4 [&_h2]:font-semibold [&_p]:mt-2"
          // Published words, cleaned by the server before anyone could agree to them.
          dangerouslySetInnerHTML={{ __html: terms.body_html }}
        />
      </div>
    </Dialog>
  )
}

function Refusal({ error }: { error: Error | null }) {
  const t = useTranslations('terms')
  const errorText = useErrorText()
  if (!error) return null
  const isOld = error instanceof ApiError && error.code === 'stale_version'
  return <Notice tone="warn">{isOld ? t('changedNow') : errorText(error)}</Notice>
}
