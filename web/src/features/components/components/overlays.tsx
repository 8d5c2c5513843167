'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Drawer } from '@/components/ui/drawer'
import { PopoverButton } from '@/components/ui/popover-button'
import { toast } from '@/lib/toast'
import { Live, Specimen, State } from './specimen'

type Opened = { isOpen: boolean; onClose: () => void }

/** A button that opens something. */
function Opener({ children }: { children: (opened: Opened) => ReactNode }) {
  const t = useTranslations('components')
  return (
    <Live start={false}>
      {(isOpen, set) => (
        <>
          <Button onPress={() => set(true)}>{t('open')}</Button>
          {children({ isOpen, onClose: () => set(false) })}
        </>
      )}
    </Live>
  )
}

export function OverlaySpecimens() {
  return (
    <>
      <Dialogs />
      <Popovers />
      <Confirmations />
      <Toasts />
    </>
  )
}

function Dialogs() {
  const t = useTranslations('components')
  const footer = <Button look="primary">{t('sampleAction')}</Button>
  const long = Array.from({ length: 24 }, (_, index) => <p key={index}>{t('sampleText')}</p>)
  return (
    <>
      <Specimen name="Dialog" file="ui/dialog.tsx">
        <State is="default">
          <Opener>
            {(opened) => (
              <Dialog title={t('sampleLabel')} {...opened}>
                {t('sampleText')}
              </Dialog>
            )}
          </Opener>
        </State>
        <State is="large">
          <Opener>
            {(opened) => (
              <Dialog title={t('sampleLabel')} size="lg" footer={footer} {...opened}>
                {long}
              </Dialog>
            )}
          </Opener>
        </State>
      </Specimen>
      <Specimen name="Drawer" file="ui/drawer.tsx">
        <State is="default">
          <Opener>
            {(opened) => (
              <Drawer title={t('sampleLabel')} footer={footer} {...opened}>
                {long}
              </Drawer>
            )}
          </Opener>
        </State>
      </Specimen>
    </>
  )
}

function Popovers() {
  const t = useTranslations('components')
  return (
    <Specimen name="PopoverButton" file="ui/popover-button.tsx">
      <State is="default">
        <PopoverButton label={t('sampleLabel')} button={<Button>{t('open')}</Button>}>
          {() => <p className="max-w-64 p-4">{t('sampleText')}</p>}
        </PopoverButton>
      </State>
    </Specimen>
  )
}

function Confirmations() {
  const t = useTranslations('components')
  const texts = { title: t('sampleLabel'), confirmLabel: t('sampleAction'), children: t('sampleText') }
  return (
    <Specimen name="ConfirmDialog" file="ui/confirm-dialog.tsx">
      <State is="default">
        <Opener>{(opened) => <ConfirmDialog {...texts} {...opened} onConfirm={opened.onClose} />}</Opener>
      </State>
      <State is="danger">
        <Opener>{(opened) => <ConfirmDialog {...texts} {...opened} isDanger onConfirm={opened.onClose} />}</Opener>
      </State>
      <State is="loading">
        <Opener>{(opened) => <SlowConfirmation texts={texts} opened={opened} />}</Opener>
      </State>
    </Specimen>
  )
}

const SLOW_MS = 3000

type SlowProps = { texts: { title: string; confirmLabel: string; children: ReactNode }; opened: Opened }

/** What is confirmed takes a while, and cannot be left meanwhile. */
function SlowConfirmation({ texts, opened: { isOpen, onClose } }: SlowProps) {
  const [isPending, setPending] = useState(false)
  const confirm = () => {
    setPending(true)
    setTimeout(() => {
      setPending(false)
      onClose()
    }, SLOW_MS)
  }
  return <ConfirmDialog {...texts} isOpen={isOpen} onClose={onClose} isPending={isPending} onConfirm={confirm} />
}

function Toasts() {
  const t = useTranslations('components')
  const action = { label: t('sampleAction'), onClick: () => toast(t('sampleMessage')) }
  return (
    <Specimen name="Toast" file="ui/toaster.tsx">
      <State is="default">
        <Button onPress={() => toast(t('sampleMessage'))}>{t('open')}</Button>
      </State>
      <State is="selected">
        <Button onPress={() => toast.success(t('sampleMessage'), { action })}>{t('open')}</Button>
      </State>
      <State is="error">
        <Button onPress={() => toast.error(t('sampleError'), { description: t('sampleHint') })}>{t('open')}</Button>
      </State>
    </Specimen>
  )
}
