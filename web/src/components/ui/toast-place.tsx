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
import { useIsStanding } from '@/lib/standing'
import type { Toast } from '@/lib/toast'
import { toasts } from '@/lib/toast-queue'
import { cx } from './cx'

const places = {
  above: 'top-[calc(8px+env(safe-area-inset-top))]',
  aboveBar: 'bottom-48 sm:bottom-24',
  below: 'bottom-[calc(76px+env(safe-area-inset-bottom))] sm:bottom-6',
}

/**
 * Where short messages stand: low in the middle, but above the bars that have buttons there. While a window is open,
 * whose buttons are below, they stand at the very top, the newest alone: windows leave that much free.
 */
export default function ToastPlace() {
  const t = useTranslations('common')
  const isWindowOpen = useIsStanding('window')
  const isBarThere = useIsStanding('bar')
  return (
    <ToastRegion
      queue={toasts}
      aria-label={t('messages')}
      className={cx(
        'fixed inset-x-3 z-60 mx-auto flex flex-col-reverse gap-2 rounded-xl outline-none sm:w-100 print:hidden',
        'data-focus-visible:outline-2 data-focus-visible:outline-offset-4 data-focus-visible:outline-accent',
        isWindowOpen ? places.above : isBarThere ? places.aboveBar : places.below,
      )}
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={cx(
            'flex animate-rise items-center gap-2 rounded-xl bg-ink py-2 ps-4 pe-2 text-sm text-canvas shadow-float outline-offset-2',
            isWindowOpen && 'in-[li+li]:hidden',
          )}
        >
          <Body {...toast.content} />
          <Buttons toast={toast.key} action={toast.content.action} />
        </AriaToast>
      )}
    </ToastRegion>
  )
}

function Buttons({ toast, action }: { toast: string; action: Toast['action'] }) {
  const t = useTranslations('common')
  return (
    <>
      {action && (
        <Button
          onPress={() => {
            action.onClick()
            toasts.close(toast)
          }}
          className="min-h-9 shrink-0 rounded-md bg-canvas/15 px-3 font-semibold hover:bg-canvas/25 pointer-coarse:min-h-11"
        >
          {action.label}
        </Button>
      )}
      <Button
        slot="close"
        aria-label={t('close')}
        className="grid size-9 shrink-0 place-items-center rounded-md opacity-70 hover:opacity-100 pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4" />
      </Button>
    </>
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
