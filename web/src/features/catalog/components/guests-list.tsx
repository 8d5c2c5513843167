'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { CustomerType } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { customerTypesQuery } from '@/features/experiences/api'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { deleteCustomerType, reorderCustomerTypes, saveCustomerType } from '../api'
import { kindOf } from '../kinds'
import { useOrder } from '../use-order'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'

const GuestDialog = late(() => import('./guest-dialog').then((file) => file.GuestDialog))

/** Whom tickets are for; experiences choose from these and say what each pays. */
export default function GuestsList() {
  const t = useTranslations('catalog')
  const { data, error, refetch } = useQuery(customerTypesQuery)
  const [open, setOpen] = useState<CustomerType | 'new' | null>(null)
  const reorder = useOrder(customerTypesQuery.queryKey, reorderCustomerTypes)
  const remove = useDelete()
  return (
    <>
      <CatalogCard
        title={t('list_guests')}
        text={t('guestsText')}
        emptyTitle={t('noGuests')}
        icon={<Users aria-hidden className="size-6" />}
        items={data}
        error={error}
        onRetry={() => void refetch()}
        addLabel={t('addGuest')}
        onAdd={() => setOpen('new')}
        onReorder={reorder}
        row={(guest) => (
          <CatalogLine
            name={guest.name}
            onOpen={() => setOpen(guest)}
            onRemove={() => remove(guest)}
            facts={`${t(`kind_${kindOf(guest.kind)}`)} · ${t('usedBy', { count: guest.used_cnt })}`}
          />
        )}
      />
      {open && <GuestDialog guest={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Deletes a kind that nobody ever sold; undo makes it anew. */
function useDelete() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = customerTypesQuery
  const keep = (now: CustomerType[]) => queries.setQueryData(queryKey, now)
  const onError = (error: Error) =>
    toast.error(error instanceof ApiError && error.code === 'in_use' ? t('guestInUse') : errorText(error))
  const again = useMutation({
    mutationFn: ({ name, slug, kind }: CustomerType) => saveCustomerType({ name, slug, kind: kindOf(kind) }),
    onSuccess: keep,
    onError,
  })
  const remove = useMutation({
    mutationFn: (guest: CustomerType) => deleteCustomerType(guest.id),
    onSuccess: (now, guest) => {
      keep(now)
      toast(te('archived', { name: guest.name }), {
        action: { label: common('undo'), onClick: () => again.mutate(guest) },
      })
    },
    onError,
  })
  return remove.mutate
}
