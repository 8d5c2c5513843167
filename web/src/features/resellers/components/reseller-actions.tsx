'use client'
import { Archive, CirclePause, CirclePlay, EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useStatus } from '../use-status'
import type { TabProps } from './types'

const DeleteDialog = late(() => import('./delete-dialog').then((file) => file.DeleteDialog))

/** What can be done with a reseller as a whole. */
export function ResellerActions({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const [isDeleting, setDeleting] = useState(false)
  const entries = useEntries(reseller, () => setDeleting(true))
  if (!mayManage) return null
  return (
    <>
      <Menu label={t('more')} entries={entries}>
        <IconButton label={t('more')}>
          <EllipsisVertical aria-hidden className="size-5" />
        </IconButton>
      </Menu>
      {isDeleting && <DeleteDialog reseller={reseller} onClose={() => setDeleting(false)} />}
    </>
  )
}

function useEntries(reseller: TabProps['reseller'], onDelete: () => void): MenuEntry[] {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const { mutate } = useStatus(reseller)
  const { status } = reseller
  const icon = 'size-4'
  const entries: (MenuEntry | false)[] = [
    status !== 'active' && {
      id: 'activate',
      label: t('activate'),
      icon: <CirclePlay aria-hidden className={icon} />,
      onAction: () => mutate('active'),
    },
    status === 'active' && {
      id: 'pause',
      label: t('pause'),
      icon: <CirclePause aria-hidden className={icon} />,
      onAction: () => mutate('paused'),
    },
    status !== 'archived' && {
      id: 'archive',
      label: t('archive'),
      icon: <Archive aria-hidden className={icon} />,
      onAction: () => mutate('archived'),
    },
    {
      id: 'delete',
      label: common('delete'),
      icon: <Trash2 aria-hidden className={icon} />,
      isAfterLine: true,
      isDanger: true,
      onAction: onDelete,
    },
  ]
  return entries.filter((entry) => entry !== false)
}
