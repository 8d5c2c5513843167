'use client'
import { Link2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'

const id = 'invoice-link'

/** Puts the address where an invoice is paid by card on the clipboard; shows it where that is not allowed. */
export function CopyLinkButton({ url }: { url: string }) {
  const t = useTranslations('invoices')
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => toast.success(t('linkCopied'), { id }),
      () => toast(t('linkByHand'), { id, description: url }),
    )
  return (
    <Button onPress={copy}>
      <Link2 aria-hidden className="size-4" />
      {t('copyLink')}
    </Button>
  )
}
