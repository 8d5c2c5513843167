import type { Guest } from '../types'
import type { PortalUi } from '../ui'

/** What was typed about a guest; what was not touched stays as the server has it. */
export type GuestForm = { first_name?: string; last_name?: string; email?: string; phone?: string; birth_date?: string }

const KINDS = {
  first_name: { key: 'firstName', type: 'text' },
  last_name: { key: 'lastName', type: 'text' },
  email: { key: 'email', type: 'email' },
  phone: { key: 'phone', type: 'tel' },
  birth_date: { key: 'birthDate', type: 'date' },
} as const

type Name = keyof typeof KINDS

type Props = { ui: PortalUi; guest: Guest; form: GuestForm; problems: Record<string, string>; onChange: (form: GuestForm) => void }

/** What the server knows, but does not say in full: the link may be in more hands than the guest's. */
function hintOf({ t }: PortalUi, guest: Guest, name: Name): string | null {
  if (name === 'email') return guest.email_hint || null
  if (name === 'phone') return guest.phone_hint || null
  return name === 'birth_date' && guest.is_birth_date_known ? t('onFile') : null
}

/** The lines of one guest; addresses that are known already show as hints. */
export function GuestFields({ ui, guest, form, problems, onChange }: Props) {
  const { t } = ui
  const names = (Object.keys(KINDS) as Name[]).filter((name) => name !== 'birth_date' || guest.is_birth_date_asked)
  return names.map((name) => {
    const { key, type } = KINDS[name]
    const id = `guest-${guest.booking_id}-${name}`
    const hint = hintOf(ui, guest, name)
    const known = name === 'first_name' || name === 'last_name' ? guest[name] : ''
    const problem = problems[name]
    return (
      <div key={name} className="field">
        <label htmlFor={id}>{t(key)}</label>
        <input
          id={id}
          type={type}
          autoComplete="off"
          maxLength={type === 'date' ? undefined : 120}
          dir={type === 'email' || type === 'tel' ? 'ltr' : type === 'text' ? 'auto' : undefined}
          value={form[name] ?? known}
          disabled={guest.is_checked_in}
          aria-invalid={problem !== undefined}
          aria-describedby={[problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
          onInput={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
        />
        {hint && !problem && (
          <p id={`${id}-hint`} className="field-help">
            {name === 'birth_date' ? hint : t('knownAs', { hint })}
          </p>
        )}
        {problem && (
          <p id={`${id}-problem`} className="field-error">
            {t('fieldWrong')}
          </p>
        )}
      </div>
    )
  })
}
