import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Addon, Addons, AddonValueType, ExperienceFull } from '@/api/models'
import { addonBody, choicesBody, isChanged, type AddonForm } from './addons'
import { addonsQuery, choicesQuery, saveAddon, saveChoices, uploadAddonImage } from './addons-api'
import { useRefreshExperience } from './api'
import { usePicture } from './use-picture'

type Props = { experience: ExperienceFull; types: AddonValueType[]; addon?: Addon }

/**
 * Saves the choices first where they changed, then the add-on that offers them, then its picture.
 *
 * What an earlier attempt saved is changed by the next one, not made twice.
 */
export function useSaveAddon({ experience, types, addon }: Props) {
  const queries = useQueryClient()
  const refresh = useRefreshExperience(experience.id)
  const picture = usePicture()
  const known = useRef<{ addon?: Addon; choices?: { asked: string; set: AddonValueType } }>({ addon })
  const { queryKey } = addonsQuery(experience.id)
  const keep = (now: Addons) => {
    queries.setQueryData(queryKey, now)
    refresh()
  }
  const choicesOf = async ({ name, input, value_type_id, values }: AddonForm) => {
    const asked = JSON.stringify(values)
    const { choices } = known.current
    if (input === 'select' && choices?.asked === asked) return choices.set.id
    const set = types.find((type) => type.id === value_type_id) ?? choices?.set
    if (input !== 'select' || !isChanged(values, set)) return set?.id ?? null
    const saved = await saveChoices({
      ...(set && { id: set.id, version: set.version }),
      name: set?.name ?? name,
      values: choicesBody(values),
    })
    known.current.choices = { asked, set: saved }
    await queries.invalidateQueries({ queryKey: choicesQuery.queryKey })
    return saved.id
  }
  const save = async (values: AddonForm): Promise<Addons> => {
    const before = known.current.addon
    const ids = new Set(queries.getQueryData(queryKey)?.addons.map((one) => one.id))
    const now = await saveAddon(experience.id, addonBody(values, await choicesOf(values), before))
    const saved = now.addons.find((one) => (before ? one.id === before.id : !ids.has(one.id)))
    known.current.addon = saved
    if (!saved || !picture.file) return now
    keep(now)
    return picture.send((file) => uploadAddonImage(experience.id, saved.id, file))
  }
  return { save, keep, picture }
}
