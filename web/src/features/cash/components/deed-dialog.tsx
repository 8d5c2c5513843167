'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { cashKey } from '../api'

type Props = {
  title: string
  label: string
  size?: 'md' | 'lg'
  isReady?: boolean
  act: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** One deed with a drawer; a refusal leaves it open with everything typed. */
export function DeedDialog({ title, label, size = 'md', isReady = true, act, onClose, children }: Props) {
  const common = useTranslations('common')
  const id = useId()
  const queries = useQueryClient()
  const errorText = useErrorText()
  const change = useMutation({
    mutationFn: act,
    onSuccess: onClose,
    onSettled: () => void queries.invalidateQueries({ queryKey: cashKey }),
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={id} look="primary" isPending={change.isPending} isDisabled={!isReady}>
        {label}
      </Button>
    </>
  )
  const failed = change.error
  const said = failed instanceof ApiError ? Object.values(failed.fields).flat().join(' ') : ''
  return (
    <Dialog title={title} isOpen onClose={onClose} size={size} footer={footer} isDismissable={!change.isPending}>
      <form
        id={id}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) change.mutate()
        }}
      >
        {children}
        {failed && <Notice tone="bad">{said || errorText(failed)}</Notice>}
      </form>
    </Dialog>
  )
}
