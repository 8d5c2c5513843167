'use client'
import { useMutation } from '@tanstack/react-query'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Drawer } from '@/components/ui/drawer'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { sortFieldErrors } from '@/lib/form-errors'
import { useTrip } from '../../trip-context'
import type { Change } from '../../types'
import { Meanwhile } from './meanwhile-note'

/** What was wrong with a field, by its name. */
export type Wrong = (field: string) => string | undefined

type Props = {
  title: string
  /** The deed itself ("Add 2 guests"), never "OK". */
  label: string
  look?: 'primary' | 'destroy'
  size?: 'sm' | 'md' | 'lg'
  /** At the side of the page, for what needs room or a look at the page. */
  isDrawer?: boolean
  isDisabled?: boolean
  /** Stays in view beside the buttons: what it comes to. */
  aside?: ReactNode
  /** The change as it was typed. */
  change: () => Change
  /** What refused; null when it asks again. */
  onError?: (error: ApiError | null) => void
  onClose: () => void
  /** What follows when it is done; else the window closes. */
  onDone?: () => void
  /** Fields that show what is wrong with them. */
  shown?: readonly string[]
  children: ReactNode | ((wrong: Wrong) => ReactNode)
}

const reasonOnly = ['reason'] as const

/** A window that does one thing to the trip: Enter does it, a refusal leaves it open with all that was typed. */
export function DeedDialog({
  change,
  onError,
  onClose,
  onDone = onClose,
  shown = reasonOnly,
  children,
  ...props
}: Props) {
  const { ask } = useTrip()
  const form = useId()
  const run = useMutation({
    mutationFn: () => ask(change()),
    onSuccess: onDone,
    onError: (error) => onError?.(error instanceof ApiError ? error : null),
  })
  const { byField, rest } = run.error instanceof ApiError ? sortFieldErrors(run.error.fields, shown) : nothing
  const wrong: Wrong = (field) => byField[field]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!props.isDisabled && !run.isPending) run.mutate()
  }
  const isAtFields = Object.keys(byField).length > 0 && rest.length === 0
  return (
    <Frame {...props} form={form} isPending={run.isPending} onClose={onClose}>
      <form id={form} noValidate onSubmit={submit} className="space-y-5">
        <Meanwhile />
        {typeof children === 'function' ? children(wrong) : children}
        {run.error && !isAtFields && <Failure error={run.error} rest={rest} />}
      </form>
    </Frame>
  )
}

const nothing: ReturnType<typeof sortFieldErrors> = { byField: {}, rest: [] }

type FrameProps = Pick<Props, 'title' | 'label' | 'look' | 'size' | 'isDrawer' | 'isDisabled' | 'aside' | 'onClose'> & {
  form: string
  isPending: boolean
  children: ReactNode
}

function Frame({ label, look = 'primary', isDrawer, isDisabled, aside, size, form, isPending, ...rest }: FrameProps) {
  const common = useTranslations('common')
  const footer = (
    <>
      {aside && <div className="me-auto self-center text-sm">{aside}</div>}
      <Button onPress={rest.onClose} isDisabled={isPending}>
        {common(look === 'destroy' ? 'close' : 'cancel')}
      </Button>
      <Button type="submit" form={form} look={look} isPending={isPending} isDisabled={isDisabled}>
        {label}
      </Button>
    </>
  )
  if (isDrawer) return <Drawer {...rest} isOpen footer={footer} />
  return <Dialog {...rest} isOpen size={size} footer={footer} isDismissable={!isPending} />
}

function Failure({ error, rest }: { error: Error; rest: string[] }) {
  const text = useErrorText()
  return <Notice tone="bad">{rest.length > 0 ? rest.join(' ') : text(error)}</Notice>
}
