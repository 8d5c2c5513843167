'use client'
import { useEffect, type RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { cx } from './cx'
import { popoverClass } from './popover'
import type { Option } from './option-types'

type Props = {
  label: string
  list: string
  box: RefObject<HTMLDivElement | null>
  value: string | null
  found: Option<string>[]
  active: number
  onChoose: (option: Option<string>) => void
  onClose: () => void
}

const optionClass =
  'flex min-h-11 cursor-default items-center gap-3 rounded-md px-3 text-sm [contain-intrinsic-size:auto_44px] ' +
  '[content-visibility:auto] hover:bg-sunken'

/** The open list of a ComboBox; the focus stays in the field. A file of its own, so that it can be loaded late. */
export default function ComboWindow({ label, list, box, value, found, active, onChoose, onClose }: Props) {
  const t = useTranslations('common')
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active, found])
  return (
    <Popover
      isOpen
      isNonModal
      onOpenChange={(isOpen) => !isOpen && onClose()}
      shouldCloseOnInteractOutside={(element) => !box.current?.contains(element)}
      triggerRef={box}
      trigger="ComboBox"
      placement="bottom start"
      className={cx(popoverClass, 'w-(--trigger-width)')}
    >
      <ul role="listbox" id={list} aria-label={label} className="max-h-72 overflow-y-auto p-1">
        {found.map((option, place) => (
          <li
            key={option.id}
            role="option"
            id={`${list}-${place}`}
            aria-selected={option.id === value}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            className={cx(optionClass, place === active && 'bg-sunken', option.id === value && 'font-medium')}
          >
            <span className="grow truncate">
              <bdi>{option.name}</bdi>
            </span>
            {option.note && <span className="text-xs text-faint tabular-nums">{option.note}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-4 pb-4 text-sm text-faint">{t('nothingFound')}</p>}
    </Popover>
  )
}
