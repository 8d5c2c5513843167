'use client'
import { Toaster as Sonner } from 'sonner'

/** Where short messages appear: above the bottom bar on phones, in the corner on wide screens. */
export function Toaster() {
  return (
    <Sonner
      theme="system"
      position="bottom-center"

      mobileOffset={{ bottom: 'calc(76px + env(safe-area-inset-bottom))', left: 12, right: 12 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full font-sans sm:w-96 items-center gap-3 rounded-xl bg-ink px-4 py-3 text-sm text-canvas shadow-float [&>[data-icon]]:shrink-0',
          content: 'grow min-w-0',
          title: 'font-medium',
          description: 'opacity-80',
          actionButton:
            'shrink-0 min-h-9 rounded-md px-3 font-semibold bg-canvas/15 hover:bg-canvas/25 pointer-coarse:min-h-11',
        },
      }}
    />
  )
}
