'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { assignGuides, possibleGuidesQuery, useRenewTeam } from '../api'

type Props = { isOpen: boolean; onClose: () => void }

/** Makes people who work here already guides as well. */
export function GuidesDialog({ isOpen, onClose }: Props) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const renew = useRenewTeam()
  const [chosen, setChosen] = useState<string[]>([])
  const close = () => {
    setChosen([])
    onClose()
  }
  const save = useMutation({
    mutationFn: () => assignGuides(chosen.map(Number)),
    onSuccess: () => {
      toast.success(t('guidesMade', { count: chosen.length }))
      close()
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: renew,
  })
  const footer = (
    <>
      <Button onPress={close}>{common('cancel')}</Button>
      <Button look="primary" isDisabled={!chosen.length} isPending={save.isPending} onPress={() => save.mutate()}>
        {t('makeGuidesCount', { count: chosen.length })}
      </Button>
    </>
  )
  return (
    <Dialog title={t('makeGuides')} isOpen={isOpen} onClose={close} footer={footer}>
      <p className="mb-3 text-soft">{t('makeGuidesText')}</p>
      <Choices chosen={chosen} onChange={setChosen} />
    </Dialog>
  )
}

function Choices({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const t = useTranslations('team')
  const { data, error, refetch } = useQuery(possibleGuidesQuery)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-32" />
  const options = data.filter((one) => one.can_edit).map((one) => ({ id: String(one.id), name: one.name }))
  if (!options.length) return <p className="py-6 text-center text-soft">{t('allAreGuides')}</p>
  return <CheckboxGroup label={t('tab_all')} isLabelHidden options={options} value={chosen} onChange={onChange} />
}
