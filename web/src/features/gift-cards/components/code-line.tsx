'use client'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { showCode, type GiftCard } from '../api'

/** The code is money: it is shown on a press, and the log keeps who pressed. */
export function CodeLine({ card }: { card: GiftCard }) {
  const t = useTranslations('giftCards')
  const errorText = useErrorText()
  const mayShow = useCan('giftcard.manage')
  const show = useMutation({
    mutationFn: () => showCode(card.id),
    onError: (error) => toast.error(t('codeFailed'), { description: errorText(error) }),
  })
  if (show.data) return <CopyBox text={show.data.code} label={t('code')} />
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border px-3 py-2">
      <span className="font-mono">{card.code_masked}</span>
      {mayShow && (
        <Button size="sm" onPress={() => show.mutate()} isPending={show.isPending}>
          <Eye aria-hidden className="size-4" />
          {t('showCode')}
        </Button>
      )}
    </div>
  )
}
