'use client'
import { useMutation } from '@tanstack/react-query'
import { RotateCcw, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { holdBack, tryAgain } from './api'
import type { Message } from './types'

type Props = { message: Message; onChanged: () => void }

/** What is done about one message: held back while it waits, tried again when it did not go out. */
export function MessageDeeds({ message, onChanged }: Props) {
  const t = useTranslations('threads')
  const errorText = useErrorText()
  const mayWrite = useCan('crm.send')
  const isWaiting = ['queued', 'scheduled'].includes(message.status)
  const deed = useMutation({
    mutationFn: () => (isWaiting ? holdBack(message.id) : tryAgain(message.id)),
    onError: (problem) => toast.error(errorText(problem)),
    onSettled: onChanged,
  })
  const isOver = !isWaiting && message.status !== 'failed'
  if (!mayWrite || message.direction === 'in' || isOver) return null
  return (
    <Button size="sm" look="quiet" isPending={deed.isPending} onPress={() => deed.mutate()}>
      {isWaiting ? <Undo2 aria-hidden className="size-4" /> : <RotateCcw aria-hidden className="size-4" />}
      {isWaiting ? t('holdBack') : t('tryAgain')}
    </Button>
  )
}
