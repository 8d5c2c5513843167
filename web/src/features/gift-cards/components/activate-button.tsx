'use client'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { activateCard } from '../api'

const ActivateDialog = late(() => import('./activate-dialog').then((file) => file.ActivateDialog))

type Props = { card: number | string; look?: 'primary' | 'secondary'; size?: 'sm'; onDone: () => void }

/** Makes a card good; where nobody pays for it, it asks who does or why it is given away. */
export function ActivateButton({ card, look = 'primary', size, onDone }: Props) {
  const t = useTranslations('giftCards')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const activate = useMutation({
    mutationFn: () => activateCard(card),
    onSuccess: () => {
      toast.success(t('activated'))
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.detail.reason === 'unpaid') return setAsking(true)
      toast.error(common('failedTitle'), { description: errorText(error) })
    },
  })
  return (
    <>
      <Button look={look} size={size} onPress={() => activate.mutate()} isPending={activate.isPending}>
        <CircleCheck aria-hidden className="size-4" />
        {t('activate')}
      </Button>
      {isAsking && <ActivateDialog card={card} onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  )
}
