'use client'
import { Usb } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { hasSerial, hasUsb, serialPrinter, usbPrinter, type Port } from '../printer-port'
import { useStation } from '../use-station'

/** Prints what comes for this device on a printer at its cable. */
export function PrinterStation({ token }: { token: string }) {
  const t = useTranslations('devicePage')
  const [port, setPort] = useState<Port | null>(null)
  const [isRefused, setRefused] = useState(false)
  const station = useStation(token, port)
  const connect = (choose: () => Promise<Port>) =>
    void choose().then(
      (found) => {
        setRefused(false)
        setPort(found)
      },
      () => setRefused(true),
    )
  if (!hasUsb() && !hasSerial()) return <Notice tone="warn">{t('noPorts')}</Notice>
  return (
    <div className="space-y-5">
      {!port && <p className="max-w-prose text-pretty text-soft">{t('connectText')}</p>}
      {isRefused && <Notice tone="bad">{t('noPort')}</Notice>}
      {port ? (
        <Standing name={port.name} station={station} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {hasUsb() && (
            <Button look="primary" size="lg" onPress={() => connect(usbPrinter)}>
              <Usb aria-hidden className="size-5" />
              {t('connectUsb')}
            </Button>
          )}
          {hasSerial() && (
            <Button size="lg" onPress={() => connect(serialPrinter)}>
              {t('connectSerial')}
            </Button>
          )}
        </div>
      )}
      <p className="max-w-prose text-sm text-pretty text-faint">{t('networkText')}</p>
    </div>
  )
}

function Standing({ name, station }: { name: string; station: ReturnType<typeof useStation> }) {
  const t = useTranslations('devicePage')
  return (
    <div className="space-y-4">
      {station.isGone && <Notice tone="bad">{t('unknown')}</Notice>}
      {station.isAway && <Notice tone="warn">{t('offline')}</Notice>}
      {station.isLost && <Notice tone="bad">{t('lost')}</Notice>}
      <div role="status" className="rounded-xl border bg-surface p-6">
        <p className="text-lg font-medium">{t('printing', { printer: name })}</p>
        <p className="text-soft">{station.title ? t('last', { title: station.title }) : t('nothingYet')}</p>
      </div>
    </div>
  )
}
