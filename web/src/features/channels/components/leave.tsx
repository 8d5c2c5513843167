'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Connection } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { archiveConnection, connectionsQuery } from '../api'

/** The way to end a connection: its key is worth nothing then, its bookings stay. */
export function Leave({ connection }: { connection: Connection }) {
  const t = useTranslations('channels')
  const go = useGo()
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => archiveConnection(connection.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
      go('channels', {})
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {t('end')}
      </Button>
      <ConfirmDialog
        title={t('endTitle', { name: connection.title })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => leave.mutate()}
        confirmLabel={t('end')}
        isPending={leave.isPending}
        isDanger
      >
        {t('endText')}
      </ConfirmDialog>
    </>
  )
}
