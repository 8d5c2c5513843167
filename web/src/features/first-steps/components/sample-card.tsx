'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Checklist } from '@/api/first-weeks-models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { sessionQuery, useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { checklistQuery, createSample, removeSample } from '../api'

const kinds = ['tours', 'water', 'outdoor', 'rental', 'classes', 'attraction'] as const

/** A sample experience to begin with, or the one that was made. */
export function SampleCard({ checklist }: { checklist: Checklist }) {
  const t = useTranslations('firstSteps')
  const mayEdit = useCan('setup.experiences')
  const hasOwn = checklist.tasks.some((task) => task.slug === 'experience' && task.is_done)
  if (!mayEdit || (hasOwn && !checklist.sample)) return null
  return (
    <Card title={t('sample')}>
      {checklist.sample ? (
        <Made experienceId={checklist.sample.experience_id} />
      ) : (
        <Offer kind={checklist.sample_kind} />
      )}
    </Card>
  )
}

function useAgain() {
  const queries = useQueryClient()
  return () =>
    void Promise.all([
      queries.invalidateQueries({ queryKey: ['setup'] }),
      queries.invalidateQueries({ queryKey: ['experiences'] }),
      queries.invalidateQueries({ queryKey: checklistQuery.queryKey }),
      queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ])
}

function Offer({ kind }: { kind: string }) {
  const t = useTranslations('firstSteps')
  const [chosen, setChosen] = useState(kinds.find((one) => one === kind) ?? 'tours')
  const go = useGo()
  const again = useAgain()
  const errorText = useErrorText()
  const create = useMutation({
    mutationFn: createSample,
    onSuccess: ({ experience_id }) => {
      again()
      go('experienceEdit', { experience: String(experience_id) })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-pretty text-soft">{t('sampleText')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('sampleKind')}
          options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))}
          value={chosen}
          onChange={setChosen}
          className="w-full sm:w-64"
        />
        <Button onPress={() => create.mutate(chosen)} isPending={create.isPending}>
          {t('sampleCreate')}
        </Button>
      </div>
    </div>
  )
}

function Made({ experienceId }: { experienceId: number }) {
  const t = useTranslations('firstSteps')
  const [isAsking, setAsking] = useState(false)
  const again = useAgain()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: removeSample,
    onSuccess: () => {
      again()
      toast(t('sampleRemoved'))
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsking(false),
  })
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-pretty text-soft">{t('sampleMade')}</p>
      <div className="flex flex-wrap gap-3">
        <AppLink to="experienceEdit" params={{ experience: String(experienceId) }} className={buttonClass()}>
          {t('sampleOpen')}
        </AppLink>
        <Button look="danger" onPress={() => setAsking(true)}>
          {t('sampleRemove')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('sampleRemove')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        confirmLabel={t('sampleRemove')}
        isDanger
        isPending={remove.isPending}
      >
        {t('sampleRemoveText')}
      </ConfirmDialog>
    </div>
  )
}
