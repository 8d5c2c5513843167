'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useConfirmed } from '@/components/security/confirmed'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { toast } from '@/lib/toast'
import { change, close, operatorQuery, type Operator, type Verb } from '../api'
import { ReasonDialog } from './reason-dialog'
import { StatusBadge } from './status-badge'

type Deed = Verb | 'close'

const deedsOf = (status: string): Deed[] => {
  if (status === 'closed') return ['reopen']
  return status === 'suspended' ? ['lift', 'close'] : ['suspend', 'close']
}

/** What state an operator's account is in, and what the platform can do about it. */
export function StateCard({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const [open, setOpen] = useState<Deed | null>(null)
  const { status } = operator.row
  return (
    <Card title={t('state')} actions={<StatusBadge status={status} />}>
      <p className="mb-4 text-pretty text-soft">{t('stateText')}</p>
      <div className="flex flex-wrap gap-3">
        {deedsOf(status).map((deed) => (
          <Button
            key={deed}
            look={deed === 'suspend' || deed === 'close' ? 'danger' : 'secondary'}
            onPress={() => setOpen(deed)}
          >
            {t(`do_${deed}`)}
          </Button>
        ))}
      </div>
      {open && <StateDialog deed={open} operator={operator} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function StateDialog({ deed, operator, onClose }: { deed: Deed; operator: Operator; onClose: () => void }) {
  const t = useTranslations('operators')
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const { id, name, slug } = operator.row
  const run = useMutation({
    mutationFn: ({ reason, typed }: { reason: string; typed: string }) =>
      confirmed(() => (deed === 'close' ? close(id, reason, typed) : change(id, deed, reason))),
    onSuccess: (found) => {
      queries.setQueryData(operatorQuery(id).queryKey, found)
      void queries.invalidateQueries({ queryKey: ['platform', 'operators'] })
      toast.success(t(`did_${deed}`))
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t(`title_${deed}`, { name })}
      text={t(`text_${deed}`)}
      label={t(`do_${deed}`)}
      slug={deed === 'close' ? slug : undefined}
      isDanger={deed === 'suspend' || deed === 'close'}
      isPending={run.isPending}
      error={run.error}
      onConfirm={(reason, typed) => run.mutate({ reason, typed })}
      onClose={onClose}
    />
  )
}
