'use client'
import { ArrowLeft, CircleCheck, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useHotkeys } from '@/lib/use-hotkeys'
import { setOpen, type ConversationFull } from '../api'
import { useDeed } from '../use-deed'
import { AssignMenu } from './assign-menu'

type Props = { data: ConversationFull; onClose: () => void }

/** Who it is with and about which trip; whose it is to answer, and whether it is over. */
export function ConversationHead({ data, onClose }: Props) {
  const t = useTranslations('inbox')
  const { conversation } = data
  const { id, is_open } = conversation
  const change = useDeed((isOpen: boolean) => setOpen(id, isOpen), is_open ? t('closed') : t('opened'))
  const toggle = () => change.mutate(!is_open)
  useHotkeys([{ keys: 'e', label: is_open ? t('close') : t('open'), action: toggle }])
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-3 py-2.5 sm:px-4">
      <IconButton label={t('back')} onPress={onClose} className="lg:hidden">
        <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <Who data={data} />
      <AssignMenu conversation={conversation} />
      <Button size="sm" isPending={change.isPending} onPress={toggle}>
        {is_open ? <CircleCheck aria-hidden className="size-4" /> : <Undo2 aria-hidden className="size-4" />}
        {is_open ? t('close') : t('open')}
      </Button>
    </header>
  )
}

function Who({ data: { conversation, trip } }: Pick<Props, 'data'>) {
  const t = useTranslations('inbox')
  const maySeeCustomer = useCan('customer.view')
  const { customer_id } = conversation
  const name = <bdi>{conversation.name || t('unknown')}</bdi>
  const isLink = customer_id !== null && maySeeCustomer
  return (
    <div className="min-w-0 grow">
      <h2 className="truncate text-base font-semibold">
        {isLink ? (
          <AppLink
            to="customer"
            params={{ customer: String(customer_id), tab: 'messages' }}
            className="inline-block min-h-6 leading-6 hover:underline"
          >
            {name}
          </AppLink>
        ) : (
          name
        )}
      </h2>
      <p className="truncate text-sm text-soft">
        {trip ? (
          <AppLink
            to="trip"
            params={{ trip: trip.hash }}
            className="inline-block min-h-6 font-mono leading-6 text-accent hover:underline"
          >
            {trip.confirmation_code}
          </AppLink>
        ) : (
          t(customer_id === null ? 'stranger' : 'noTrip')
        )}
      </p>
    </div>
  )
}
