'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { archiveAutomation, saveAutomation } from './crm-api'
import type { Automation } from './types'

/** What is sent of an automation to keep it. */
export const bodyOf = (automation: Automation) => ({
  id: automation.id,
  version: automation.version,
  template_id: automation.template.id,
  trigger: automation.trigger,
  offset_minutes: automation.offset_minutes,
  position: automation.position,
  is_on: automation.is_on,
  stop_if: automation.stop_if,
  experience_id: automation.experience_id,
})

/** Turn an automation on or off, and take one's own away. */
export function useAutomationDeeds() {
  const t = useTranslations('crm')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const rest = {
    onError: (error: Error) => void toast.error(errorText(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['setup', 'automations'] }),
        queries.invalidateQueries({ queryKey: ['setup', 'planned'] }),
      ]),
  }
  const turn = useMutation({
    mutationFn: ({ automation, is_on }: { automation: Automation; is_on: boolean }) =>
      saveAutomation({ ...bodyOf(automation), is_on }),
    ...rest,
    onSuccess: (_, { is_on }) => toast.success(t(is_on ? 'turnedOn' : 'turnedOff')),
  })
  const archive = useMutation({
    mutationFn: archiveAutomation,
    ...rest,
    onSuccess: () => toast.success(t('removed')),
  })
  return { turn, archive }
}
