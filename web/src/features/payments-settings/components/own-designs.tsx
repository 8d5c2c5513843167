'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { CardFace } from '@/components/gift-cards/card-face'
import { IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { TextField } from '@/components/ui/field'
import { ImageField } from '@/components/ui/image-field'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { addDesign, designsQuery, removeDesign, type CardDesign } from '../api'
import { nameOfFile } from '../model'

/** Pictures of the operator's own on gift cards: each as a card with it looks, and room for another. */
export function OwnDesigns() {
  const t = useTranslations('payments')
  const { data = [] } = useQuery(designsQuery)
  const own = data.filter((design) => design.is_own)
  const [leaving, setLeaving] = useState<CardDesign | null>(null)
  return (
    <Card title={t('ownDesigns')}>
      <div className="space-y-5">
        <p className="text-soft">{t('ownDesignsText')}</p>
        {own.length > 0 && (
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {own.map((design) => (
              <Design key={design.id} design={design} onRemove={() => setLeaving(design)} />
            ))}
          </ul>
        )}
        <NewDesign />
      </div>
      {leaving && <Leave design={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  )
}

const SHOWN_AMOUNT = 100_00

function Design({ design, onRemove }: { design: CardDesign; onRemove: () => void }) {
  const t = useTranslations('payments')
  const session = useSession()
  return (
    <li className="min-w-0">
      <CardFace
        look={design}
        operator={session?.account.name ?? ''}
        amount={SHOWN_AMOUNT}
        currency={session?.properties.currency ?? 'USD'}
      />
      <p className="mt-1 flex items-center justify-between gap-2 text-sm text-soft">
        <span className="truncate">{design.name}</span>
        <IconButton label={t('removeDesign', { name: design.name })} onPress={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </p>
    </li>
  )
}

function NewDesign() {
  const t = useTranslations('payments')
  const text = useErrorText()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: (file: File) => addDesign(name.trim() || nameOfFile(file.name), file),
    onSuccess: ({ styles }) => {
      queries.setQueryData(designsQuery.queryKey, styles)
      setName('')
    },
  })
  const reasons = add.error instanceof ApiError ? Object.values(add.error.fields).flat() : []
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={t('designName')} value={name} onChange={setName} hint={t('designNameHint')} maxLength={80} />
      <ImageField
        label={t('designPicture')}
        value={null}
        hint={t('designPictureHint')}
        isPending={add.isPending}
        error={add.error ? reasons.join(' ') || text(add.error) : undefined}
        onFile={(file) => add.mutate(file)}
        onRemove={() => undefined}
      />
    </div>
  )
}

function Leave({ design, onClose }: { design: CardDesign; onClose: () => void }) {
  const t = useTranslations('payments')
  const common = useTranslations('common')
  const text = useErrorText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeDesign(design.id),
    onSuccess: ({ styles }) => {
      queries.setQueryData(designsQuery.queryKey, styles)
      onClose()
    },
    onError: (error) => void toast.error(common('failedTitle'), { description: text(error) }),
  })
  return (
    <ConfirmDialog
      title={t('removeDesignTitle', { name: design.name })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={common('remove')}
      isPending={remove.isPending}
      isDanger
    >
      {t('removeDesignText')}
    </ConfirmDialog>
  )
}
