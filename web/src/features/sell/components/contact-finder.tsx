'use client'
import { Star, UserPlus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerRow } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { fullName } from '@/lib/names'
import { formatPhone } from '@/lib/phone'
import type { Contact } from '../model'
import { useCustomers } from '../use-customers'
import { FindInput } from './find-input'

type Props = { onPick: (contact: Partial<Contact>) => void; onDone: () => void; autoFocus?: boolean }

/** Somebody by phone number, e-mail address or name; who is unknown is new, without typing it twice. */
export function ContactFinder({ onPick, onDone, autoFocus }: Props) {
  const t = useTranslations('sell')
  const list = useId()
  const { typed, type, found, active, onKeyDown, pick, takeTyped } = useCustomers({ onPick, onDone })
  const isOpen = typed.trim().length > 1
  return (
    <div>
      <FindInput
        label={t('findContact')}
        placeholder={t('findContactHint')}
        value={typed}
        onChange={type}
        onKeyDown={onKeyDown}
        onBlur={takeTyped}
        autoFocus={autoFocus}
        list={list}
        isOpen={isOpen}
        active={`${list}-${active}`}
      />
      {isOpen && (
        <div id={list} role="listbox" aria-label={t('customers')} className="mt-1 rounded-md border bg-raised p-1">
          {found.map((row, place) => (
            <Line key={row.id} id={`${list}-${place}`} isActive={place === active} onChoose={() => pick(row)}>
              <Known row={row} />
            </Line>
          ))}
          <Unknown
            id={`${list}-${found.length}`}
            isActive={active === found.length}
            text={typed.trim()}
            onChoose={() => {
              takeTyped()
              onDone()
            }}
          />
        </div>
      )}
    </div>
  )
}

type LineProps = { id: string; isActive: boolean; onChoose: () => void; children: ReactNode }

function Line({ id, isActive, onChoose, children }: LineProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        isActive ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      {children}
    </div>
  )
}

/** The last line: nobody we know. */
function Unknown({ text, ...line }: Omit<LineProps, 'children'> & { text: string }) {
  const t = useTranslations('sell')
  return (
    <Line {...line}>
      <UserPlus aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="truncate">{t('newContact', { text })}</span>
    </Line>
  )
}

function Known({ row }: { row: CustomerRow }) {
  const t = useTranslations('sell')
  const reach = [row.phone && formatPhone(row.phone), row.email].filter(Boolean).join(' · ')
  return (
    <>
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1.5 font-medium">
          <span className="truncate">{fullName(row) || row.name}</span>
          {row.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />}
        </span>
        <span className="block truncate text-sm text-faint">{reach}</span>
      </span>
      <span className="shrink-0 text-sm text-faint tabular-nums">{t('trips', { count: row.trip_cnt })}</span>
    </>
  )
}
