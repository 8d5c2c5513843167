'use client'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { late } from '@/lib/late'
import { changeKinds, newChange, ofOneExperience, onlyExperience, without, type ChangeKind } from '../bulk'
import type { Bulk } from '../use-bulk'

const ChangeField = late(() => import('./change-field').then((file) => file.ChangeField), <Skeleton className="h-16" />)

/** What becomes of the chosen rules: changes are added one by one, everything else stays. */
export function BulkChanges({ bulk }: { bulk: Bulk }) {
  const t = useTranslations('availability')
  const present = changeKinds.filter((kind) => kind in bulk.changes)
  return (
    <Card title={t('what')}>
      <div className="space-y-5">
        {present.length === 0 && <p className="text-sm text-pretty text-soft">{t('whatText')}</p>}
        {present.map((kind) => (
          <Change key={kind} {...{ bulk, kind }} />
        ))}
        <AddChange bulk={bulk} isFirst={present.length === 0} />
      </div>
    </Card>
  )
}

function Change({ bulk, kind }: { bulk: Bulk; kind: ChangeKind }) {
  const t = useTranslations('availability')
  const { changes, setChanges, chosen } = bulk
  return (
    <div className="flex items-start gap-2 border-b pb-5">
      <div className="min-w-0 grow">
        <ChangeField
          {...{ kind, changes }}
          onChange={(part) => setChanges({ ...changes, ...part })}
          experience={onlyExperience(chosen)}
        />
      </div>
      <IconButton
        label={t('removeChange', { name: t(`change_${kind}`) })}
        onPress={() => setChanges(without(changes, kind))}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function AddChange({ bulk, isFirst }: { bulk: Bulk; isFirst: boolean }) {
  const t = useTranslations('availability')
  const { changes, setChanges, chosen } = bulk
  const isOne = onlyExperience(chosen) !== null
  const open = changeKinds.filter((kind) => !(kind in changes) && (isOne || !ofOneExperience.includes(kind)))
  if (!open.length) return null
  return (
    <div className="relative w-fit">
      <Menu
        label={t('addChange')}
        entries={open.map((kind) => ({
          id: kind,
          label: t(`change_${kind}`),
          onAction: () => setChanges({ ...changes, ...newChange(kind) }),
        }))}
      >
        <Button look={isFirst ? 'primary' : 'secondary'}>
          <Plus aria-hidden className="size-4" />
          {t('addChange')}
        </Button>
      </Menu>
    </div>
  )
}
