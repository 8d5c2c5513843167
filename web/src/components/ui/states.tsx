'use client'
import { CircleAlert } from 'lucide-react'
import { use, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { formatDistance } from '@/lib/dates'
import { Button } from './button'
import { wordOf } from './error-codes'
import { ErrorHelpContext } from './error-help'

type EmptyProps = { icon: ReactNode; title: string; text?: ReactNode; children?: ReactNode }

/** What a list says when it has nothing to show: what it is for, and how to begin. */
export function EmptyState({ icon, title, text, children }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      <div className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent">{icon}</div>
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      {text && <p className="text-pretty text-soft">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

/** What happened, what was kept and what to do, instead of the content that could not be loaded. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTranslations('common')
  const text = useErrorText()(error)
  const helps = use(ErrorHelpContext)
  const help = error instanceof ApiError ? helps[error.code as keyof typeof helps]?.(error) : null
  if (help) return help
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      <CircleAlert aria-hidden className="size-10 text-bad" />
      <h2 className="text-lg font-semibold">{t('failedTitle')}</h2>
      <p className="text-soft">{text}</p>
      {onRetry && <Button onPress={onRetry}>{t('retry')}</Button>}
    </div>
  )
}

/** A sentence for a failure: ours for the codes every screen can meet, else the server's own. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('common')
  const locale = useLocale()
  return (error) => {
    if (!(error instanceof ApiError)) return t('error_unknown')
    if (error.code === 'rate_limited' && error.retryAfter > 60) {
      return t('error_rate_limited_for', { when: formatDistance(Math.ceil(error.retryAfter / 60), locale) })
    }
    const code = wordOf(error.code)
    if (code) return t(`error_${code}`)
    if (error.status < 500 && error.status !== 0) return error.message
    const { reference } = error.detail
    const told = typeof reference === 'string' ? [t('error_reference', { reference })] : []
    return [t('error_unknown'), ...told].join(' ')
  }
}
