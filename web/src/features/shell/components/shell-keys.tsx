'use client'
import { useTranslations } from 'use-intl'
import { useCan, useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useHotkeys, type Hotkey } from '@/lib/use-hotkeys'
import { creatablesFor } from '../creatables'
import { useOpen } from '../overlays'
import { usePlaces } from '../use-place'

/** The keys that work everywhere in the office. */
export function ShellKeys() {
  const t = useTranslations('shell')
  const go = useGo()
  const open = useOpen()
  const session = useSession()
  const places = usePlaces() ?? []
  const maySell = useCan('trip.create')
  const canCreate = session !== undefined && creatablesFor(session.permissions, session.featureFlags).length > 0
  const general: Hotkey[] = [
    { keys: '/', label: t('keyFind'), action: () => open('search') },
    { keys: 'mod+k', label: t('keyFind'), action: () => open('search') },
    ...(maySell ? [{ keys: 'n', label: t('keyNewTrip'), action: () => go('tripNew', {}) }] : []),
    ...(canCreate ? [{ keys: '+', label: t('keyNew'), action: () => open('create') }] : []),
    { keys: '?', label: t('helpHere'), action: () => open('help') },
  ]
  useHotkeys([
    ...general.map((one) => ({ ...one, group: 'general' as const })),
    ...places.map((place) => ({
      keys: `g ${place.key}`,
      label: t(`page_${place.to}`),
      group: 'go' as const,
      action: () => go(place.to, {}),
    })),
  ])
  return null
}
