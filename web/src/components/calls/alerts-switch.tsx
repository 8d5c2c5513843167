'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Switch } from '@/components/ui/switch'
import { useErrorText } from '@/components/ui/states'
import { sessionQuery, useCanForAll, useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { hideAlerts } from './api'

/** Whether the reader wants to see calls as they come in; for those who may see calls at all. */
export function AlertsSwitch({ hasHint }: { hasHint?: boolean }) {
  const t = useTranslations('callLines')
  const session = useSession()
  const maySee = useCanForAll('call.view')
  const change = useHideAlerts()
  if (!maySee || !session) return null
  return (
    <Switch
      isSelected={!session.userAvatar.is_hide_call_alerts}
      onChange={(isOn) => change.mutate(!isOn)}
      hint={hasHint ? t('alertsText') : undefined}
    >
      {t('alerts')}
    </Switch>
  )
}

function useHideAlerts() {
  const t = useTranslations('callLines')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const put = (is_hide_call_alerts: boolean) =>
    queries.setQueryData(
      sessionQuery.queryKey,
      (old) => old && { ...old, userAvatar: { ...old.userAvatar, is_hide_call_alerts } },
    )
  return useMutation({
    mutationFn: hideAlerts,
    onMutate: put,
    onError: (error, hide) => {
      put(!hide)
      toast.error(t('failed'), { description: errorText(error) })
    },
  })
}
