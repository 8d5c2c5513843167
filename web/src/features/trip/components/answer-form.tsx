'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { messagesQuery } from '../api'
import { post } from '../send'
import { useTrip } from '../trip-context'

/** The answer to what the customer asked on their own page; they get it by e-mail and see it there. */
export function AnswerForm() {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { id } = useTrip()
  const queries = useQueryClient()
  const canSend = useCan('crm.send')
  const [body, setBody] = useState('')
  const [isPending, setIsPending] = useState(false)
  if (!canSend) return null
  const submit = async () => {
    setIsPending(true)
    try {
      await post('/api/trip/{trip}/questions/answer', { trip: id }, { body })
      setBody('')
      toast.success(t('answerSent'))
      await queries.invalidateQueries({ queryKey: messagesQuery(id).queryKey })
    } catch (problem) {
      toast.error(errorText(problem))
    } finally {
      setIsPending(false)
    }
  }
  return (
    <div className="mt-4 space-y-3 border-t pt-4">
      <TextField label={t('answerLabel')} rows={3} value={body} onChange={setBody} maxLength={4000} />
      <Button size="sm" isDisabled={!body.trim()} isPending={isPending} onPress={() => void submit()}>
        <Send aria-hidden className="size-4" />
        {t('answerSend')}
      </Button>
    </div>
  )
}
