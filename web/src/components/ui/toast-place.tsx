'use client'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  Button,
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { useTranslations } from 'use-intl'
import type { Toast } from '@/lib/toast'
import { toasts } from '@/lib/toast-queue'

/**
 * Where short messages stand: low in the middle, but above the bars that have buttons there. While a window is open,
 * whose buttons are below, they stand at the very top, the newest alone: windows leave that much free.
 */
export default function ToastPlace() {
  const t = useTranslations('common')
  return (
    <ToastRegion
      queue={toasts}
      aria-label={t('messages')}
      className="fixed inset-x-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-60 mx-auto flex flex-col-reverse gap-2 rounded-xl outline-none data-focus-visible:outline-2 data-focus-visible:outline-offset-4 data-focus-visible:outline-accent in-[body:has([data-bulk])]:bottom-48 sm:bottom-6 sm:w-100 sm:in-[body:has([data-bulk])]:bottom-24 in-[body:has([data-window])]:top-[calc(8px+env(safe-area-inset-top))] in-[body:has([data-window])]:bottom-auto sm:in-[body:has([data-window])]:bottom-auto in-[body:has([data-window])]:[&_li:not(:first-child)>*]:hidden print:hidden"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className="flex animate-rise items-center gap-2 rounded-xl bg-ink py-2 ps-4 pe-2 text-sm text-canvas shadow-float outline-offset-2"
        >
          <Body {...toast.content} />
          {toast.content.action && (
            <Button
              onPress={() => {
                toast.content.action?.onClick()
                toasts.close(toast.key)
              }}
              className="min-h-9 shrink-0 rounded-md bg-canvas/15 px-3 font-semibold hover:bg-canvas/25 pointer-coarse:min-h-11"
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button
            slot="close"
            aria-label={t('close')}
            className="grid size-9 shrink-0 place-items-center rounded-md opacity-70 hover:opacity-100 pointer-coarse:size-11"
          >
            <X aria-hidden className="size-4" />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  )
}

function Body({ tone, text, description }: Toast) {
  const Icon = tone === 'good' ? CircleCheck : CircleAlert
  return (
    <ToastContent className="flex min-w-0 grow items-center gap-3 py-1">
      {tone !== 'plain' && <Icon aria-hidden className="size-5 shrink-0" />}
      <div className="min-w-0">
        <Text slot="title" className="block font-medium text-pretty">
          {text}
        </Text>
        {description && (
          <Text slot="description" className="block opacity-80 text-pretty">
            {description}
          </Text>
        )}
      </div>
    </ToastContent>
  )
}
