'use client'
import { useMutation } from '@tanstack/react-query'
import { Volume2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { clipOf, speak } from './api'
import { Loudspeaker } from './loudspeaker'

type Props = { text: string; language: string; account?: number | null; label?: string }

/** Lets staff hear a text as guests would; says so where the browser speaks instead of a provider. */
export function TestPlay({ text, language, account = null, label }: Props) {
  const t = useTranslations('speech')
  const errorText = useErrorText()
  const speaker = useRef<Loudspeaker>(undefined)
  const play = useMutation({
    mutationFn: async () => {
      // In the press itself, or the browser stays silent.
      speaker.current ??= new Loudspeaker()
      const loud = speaker.current
      const who = await speak(text, language, account)
      if (who.clip_id !== null) return loud.play(await clipOf(who.clip_id))
      if (who.reason !== 'none') toast(t(who.reason === 'away' ? 'awayInstead' : 'refusedInstead'))
      if (!(await loud.speak(text, language))) toast.error(t('noSpeech'))
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button size="sm" isDisabled={text.trim() === ''} isPending={play.isPending} onPress={() => play.mutate()}>
      <Volume2 aria-hidden className="size-4" />
      {label ?? t('listen')}
    </Button>
  )
}
