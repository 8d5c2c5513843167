'use client'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { mailParts, paint } from '../mail-frame'

export const widths = { phone: 375, desktop: 640 } as const
export type Width = keyof typeof widths

type Props = { html: string; width: Width; isDark: boolean; locale: string }

/** A mail as a mailbox shows it, without scripts, as wide as asked for and as long as it is. */
export function MailFrame({ html, width, isDark, locale }: Props) {
  const t = useTranslations('templateEditor')
  const frame = useRef<HTMLIFrameElement>(null)
  const [room, scale] = useScale(widths[width])
  const [height, setHeight] = useState(480)
  const { html: markup, styles } = mailParts(html)
  const shown = () => {
    const one = frame.current
    if (!one) return
    paint(one, styles, isDark)
    for (const link of one.contentDocument?.links ?? []) link.target = '_blank'
    const measure = () => setHeight(Math.max(240, one.contentDocument?.documentElement.scrollHeight ?? 0))
    measure()
    for (const picture of one.contentDocument?.images ?? []) picture.addEventListener('load', measure)
  }
  return (
    <div ref={room} className="overflow-hidden rounded-b-xl bg-sunken">
      <iframe
        ref={frame}
        // The mail is drawn anew where what its styles answer to is another one.
        key={`${width} ${isDark}`}
        title={t('previewFrame')}
        lang={locale}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        srcDoc={markup}
        onLoad={shown}
        width={widths[width]}
        height={height}
        style={{
          transform: `scale(${scale})`,
          marginBottom: height * (scale - 1),
          ...(scale < 1 && { marginInline: 0 }),
        }}
        className={`mx-auto block max-w-none origin-top-left border-0 ${isDark ? 'bg-black' : 'bg-white'}`}
      />
    </div>
  )
}

/** By how much a frame of a width is made smaller to fit into its place. */
function useScale(width: number) {
  const room = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(width)
  useEffect(() => {
    const one = room.current
    if (!one) return
    const watch = new ResizeObserver(() => setPlace(one.clientWidth))
    watch.observe(one)
    return () => watch.disconnect()
  }, [])
  return [room, Math.min(1, place / width)] as const
}
