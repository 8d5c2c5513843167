'use client'
import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { clock } from '@/components/calls/model'
import { Button, IconButton } from '@/components/ui/button'
import { useHotkeys } from '@/lib/use-hotkeys'
import { useFormat } from '@/lib/use-format'
import { step, usePlayer } from '../use-player'

type Props = { url: string; seconds: number }

/** A recording, heard at our own address: K plays and pauses, J and L go back and ahead, S changes the speed. */
export function Player({ url, seconds }: Props) {
  const t = useTranslations('calls')
  const player = usePlayer(seconds)
  useHotkeys([
    { keys: 'k', label: t('keyPlay'), group: 'screen', action: player.toggle },
    { keys: 'j', label: t('back', { seconds: step }), group: 'screen', action: () => player.move(-step) },
    { keys: 'l', label: t('ahead', { seconds: step }), group: 'screen', action: () => player.move(step) },
    { keys: 's', label: t('keySpeed'), group: 'screen', action: player.faster },
  ])
  return (
    <section aria-label={t('recording')} className="rounded-lg bg-sunken p-3">
      {/* What was said stands below as text, where there is a transcript. */}
      <audio {...player.audio} src={url} preload="none" />
      <div className="flex items-center gap-1.5" dir="ltr">
        <Buttons player={player} />
        <Line player={player} />
        <Speed player={player} />
      </div>
      {player.hasFailed && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {t('noRecording')}
        </p>
      )}
    </section>
  )
}

type PartProps = { player: ReturnType<typeof usePlayer> }

function Buttons({ player }: PartProps) {
  const t = useTranslations('calls')
  const Icon = player.isPlaying ? Pause : Play
  return (
    <>
      <IconButton label={player.isPlaying ? t('pause') : t('play')} onPress={player.toggle}>
        <Icon aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={t('back', { seconds: step })} onPress={() => player.move(-step)}>
        <RotateCcw aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('ahead', { seconds: step })} onPress={() => player.move(step)}>
        <RotateCw aria-hidden className="size-4" />
      </IconButton>
    </>
  )
}

function Line({ player: { at, length, seek } }: PartProps) {
  const t = useTranslations('calls')
  return (
    <>
      <input
        type="range"
        aria-label={t('position')}
        aria-valuetext={t('positionOf', { at: clock(at), length: clock(length) })}
        min={0}
        max={Math.max(1, Math.round(length))}
        value={Math.round(at)}
        onChange={(event) => seek(Number(event.target.value))}
        className="h-11 min-w-0 grow accent-accent"
      />
      <span className="shrink-0 text-sm text-faint tabular-nums">
        {clock(at)} / {clock(length)}
      </span>
    </>
  )
}

function Speed({ player }: PartProps) {
  const t = useTranslations('calls')
  const format = useFormat()
  return (
    <Button size="sm" look="quiet" onPress={player.faster}>
      <span className="sr-only">{t('speed')}</span>
      <span className="tabular-nums">{format.number(player.speed)}×</span>
    </Button>
  )
}
