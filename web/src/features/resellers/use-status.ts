'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Reseller } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { saveSettings } from './api'
import { useKeep } from './use-renew'

type Status = Reseller['status']

/** Have a reseller sell, pause or be put away; what they were before is one press away. */
export function useStatus(reseller: Reseller) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const keep = useKeep()
  const onError = (error: Error) => {
    const told = error instanceof ApiError ? Object.values(error.fields).flat() : []
    toast.error(common('failedTitle'), { description: told.join(' ') || errorText(error) })
  }
  const back = useMutation({
    mutationFn: ({ saved, status }: { saved: Reseller; status: Status }) => saveSettings(saved, 'general', { status }),
    onSuccess: keep,
    onError,
  })
  return useMutation({
    mutationFn: (status: Status) => saveSettings(reseller, 'general', { status }),
    onSuccess: (saved) => {
      const undo = () => back.mutate({ saved, status: reseller.status })
      keep(saved)
      toast.success(t(`now_${saved.status}`, { name: saved.name }), {
        action: { label: common('undo'), onClick: undo },
      })
    },
    onError,
  })
}
