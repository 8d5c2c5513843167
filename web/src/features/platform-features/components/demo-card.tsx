'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { demoQuery, resetDemo } from '../api'

/** The public demonstration, and bringing it back to how it began. */
export function DemoCard() {
  const t = useTranslations('platformFeatures')
  const format = useFormat()
  const { data } = useQuery(demoQuery)
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const errorText = useErrorText()
  const reset = useMutation({
    mutationFn: resetDemo,
    onSuccess: () => {
      toast(t('demoStarted'))
      void queries.invalidateQueries({ queryKey: demoQuery.queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsking(false),
  })
  if (!data?.created_at) return null
  return (
    <Card title={t('demo')}>
      <p className="max-w-prose text-pretty text-soft">
        {t('demoText', { at: format.instant(data.created_at, 'UTC') })}
      </p>
      <Button look="danger" className="mt-4" onPress={() => setAsking(true)}>
        {t('demoReset')}
      </Button>
      <ConfirmDialog
        title={t('demoReset')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => reset.mutate()}
        confirmLabel={t('demoReset')}
        isDanger
        isPending={reset.isPending}
      >
        {t('demoWarning')}
      </ConfirmDialog>
    </Card>
  )
}
