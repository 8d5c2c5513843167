'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ColorField } from '@/components/ui/color-field'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { lookQuery, saveLook } from '../api'
import { fonts, themes, type Look } from '../code'

const corners = [0, 4, null, 16] as const

function useSave() {
  const t = useTranslations('embed')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: saveLook,
    onSuccess: (now) => {
      queries.setQueryData(lookQuery.queryKey, now)
      toast(t('framingSaved'))
    },
    onError: (error) => {
      toast.error(errorText(error))
      void queries.invalidateQueries({ queryKey: lookQuery.queryKey })
    },
  })
}

type Props = { look: Look; version: number; onChange: (look: Look) => void }

/** The operator's colour, corners and letters, for all calendars at once. What is chosen shows beside it before it is saved. */
export function LookForm({ look, version, onChange }: Props) {
  const t = useTranslations('embed')
  const save = useSave()
  const change = (part: Partial<Look>) => onChange({ ...look, ...part })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ ...look, version })
      }}
    >
      <p className="text-sm text-soft text-pretty">{t('lookText')}</p>
      <ColorField
        label={t('color')}
        hint={t('colorHint')}
        value={look.color}
        onChange={(color) => change({ color: color?.toLowerCase() ?? null })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <Corners radius={look.radius} onChange={(radius) => change({ radius })} />
        <Select
          label={t('font')}
          value={look.font ?? 'usual'}
          onChange={(font) => change({ font: font === 'usual' ? null : font })}
          options={(['usual', ...fonts] as const).map((id) => ({ id, name: t(`font_${id}`) }))}
        />
        <Select
          label={t('theme')}
          value={look.theme}
          onChange={(theme) => change({ theme })}
          options={themes.map((id) => ({ id, name: t(`theme_${id}`) }))}
        />
      </div>
      <Button type="submit" isPending={save.isPending}>
        {t('framingSave')}
      </Button>
    </form>
  )
}

/** A few that look different; one that came by another way is among them. */
function Corners({ radius, onChange }: { radius: number | null; onChange: (radius: number | null) => void }) {
  const t = useTranslations('embed')
  const options = corners.map((id) => ({ id: id ?? -1, name: t(`corners_${id ?? 'usual'}`) }))
  if (radius !== null && !options.some(({ id }) => id === radius)) {
    options.push({ id: radius as never, name: t('corners_own', { n: radius }) })
  }
  return (
    <Select
      label={t('corners')}
      value={radius ?? -1}
      onChange={(id) => onChange(id === -1 ? null : id)}
      options={options as { id: number; name: string }[]}
    />
  )
}
