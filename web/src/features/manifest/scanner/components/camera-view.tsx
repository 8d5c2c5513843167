'use client'
import { Camera, CameraOff, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Press } from '@/components/ui/press'
import { useCamera, type CameraState } from '../use-camera'

/** What the camera sees, with a frame to hold the ticket in; on from the start, and put away at will. */
export function CameraView({ onText }: { onText: (text: string, seenAt: number) => void }) {
  const t = useTranslations('scanner')
  const [isOn, setOn] = useState(true)
  const { video, state, ...camera } = useCamera(isOn, onText)
  return (
    <section
      aria-label={t('camera')}
      className={`relative overflow-hidden rounded-xl ${state === 'on' ? 'bg-black' : 'bg-sunken'}`}
    >
      <video ref={video} muted playsInline className="h-[32dvh] w-full object-cover md:aspect-square md:h-auto" />
      {state === 'on' && (
        <>
          <div
            aria-hidden
            className="pointer-events-none absolute inset-x-[18%] inset-y-[12%] rounded-2xl border-4 border-white/80"
          />
          <Tools camera={camera} onOff={() => setOn(false)} />
        </>
      )}
      {state !== 'on' && (
        <Off
          state={state}
          onStart={() => {
            setOn(false)
            requestAnimationFrame(() => setOn(true))
          }}
        />
      )}
    </section>
  )
}

function Off({ state, onStart }: { state: Exclude<CameraState, 'on'>; onStart: () => void }) {
  const t = useTranslations('scanner')
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-sunken p-6 text-center">
      <Camera aria-hidden className="size-10 text-faint" />
      <p role="status" className="max-w-xs text-pretty text-soft">
        {t(`camera_${state}`)}
      </p>
      {state !== 'starting' && (
        <Button look="primary" size="lg" onPress={onStart}>
          {t('cameraStart')}
        </Button>
      )}
    </div>
  )
}

function Tools({
  camera,
  onOff,
}: {
  camera: Omit<ReturnType<typeof useCamera>, 'video' | 'state'>
  onOff: () => void
}) {
  const t = useTranslations('scanner')
  const { cameras, torch } = camera
  const next = cameras[(cameras.findIndex(({ id }) => id === camera.camera) + 1) % Math.max(1, cameras.length)]
  return (
    <div className="absolute inset-x-0 bottom-0 flex justify-end gap-2 p-3">
      {torch !== null && (
        <Tool label={torch ? t('torchOff') : t('torchOn')} onPress={() => void camera.switchTorch()}>
          {torch ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
        </Tool>
      )}
      {next && cameras.length > 1 && (
        <Tool label={t('otherCamera')} onPress={() => camera.choose(next.id)}>
          <SwitchCamera aria-hidden />
        </Tool>
      )}
      <Tool label={t('cameraOff')} onPress={onOff}>
        <CameraOff aria-hidden />
      </Tool>
    </div>
  )
}

type ToolProps = { label: string; onPress: () => void; children: ReactNode }

function Tool({ label, onPress, children }: ToolProps) {
  return (
    <Press
      aria-label={label}
      title={label}
      onPress={onPress}
      className="grid size-12 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80"
    >
      {children}
    </Press>
  )
}
