'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/lib/toast'

/** Puts an address on the clipboard and says so; where that is not allowed, shows it to be copied by hand. */
export function useCopyLink(): (url: string) => void {
  const t = useTranslations('money')
  const id = 'link'
  return (url) =>
    void navigator.clipboard.writeText(url).then(
      () => toast.success(t('linkCopied'), { id }),
      () => toast(t('linkByHand'), { id, description: url }),
    )
}
