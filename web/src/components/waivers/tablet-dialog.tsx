'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TabletSmartphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { showOnTablet, tabletsQuery } from './api'

type Props = { bookings: readonly number[]; who: string; onClose: () => void }

/** On which tablet these guests sign: one press shows them there. */
export function TabletDialog({ bookings, who, onClose }: Props) {
  const t = useTranslations('signing')
  const common = useTranslations('common')
  const { data, error, refetch } = useQuery(tabletsQuery)
  const show = useShow({ bookings, who, onClose })
  return (
    <Dialog
      title={t('tabletTitle')}
      isOpen
      onClose={onClose}
      isDismissable={!show.isPending}
      footer={<Button onPress={onClose}>{common('cancel')}</Button>}
    >
      <p className="text-soft">{t('tabletText', { who })}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="mt-4 h-24" />}
      {data?.length === 0 && <NoTablet />}
      {data && data.length > 0 && (
        <ul className="mt-4 divide-y rounded-md border">
          {data.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-3 px-3 py-2">
              <TabletSmartphone aria-hidden className="size-5 shrink-0 text-faint" />
              <bdi className="min-w-0 grow truncate font-medium">{name}</bdi>
              <Button
                size="sm"
                look="primary"
                aria-label={t('showOn', { name })}
                isPending={show.isPending && show.variables.id === id}
                onPress={() => show.isPending || show.mutate({ id, name })}
              >
                {t('show')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function NoTablet() {
  const t = useTranslations('signing')
  const maySetUp = useCan('setup.general')
  return (
    <EmptyState
      icon={<TabletSmartphone aria-hidden className="size-6" />}
      title={t('noTablet')}
      text={t('noTabletText')}
    >
      {maySetUp && (
        <AppLink to="devices" params={{}} className={buttonClass()}>
          {t('addTablet')}
        </AppLink>
      )}
    </EmptyState>
  )
}

/** Shows the guests there; Undo makes the tablet free again. */
function useShow({ bookings, who, onClose }: Props) {
  const t = useTranslations('signing')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const onError = (error: Error) => void toast.error(errorText(error))
  const free = useMutation({ mutationFn: (device: number) => showOnTablet(device, []), onError })
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => showOnTablet(id, bookings),
    onSuccess: ({ is_replaced }, { id, name }) => {
      const said = t(is_replaced ? 'replaced' : 'shown', { who, name })
      toast.success(said, { action: { label: common('undo'), onClick: () => free.mutate(id) } })
      onClose()
    },
    onError,
  })
}
