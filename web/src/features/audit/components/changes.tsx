import { useTranslations } from 'use-intl'
import type { AuditEntry } from '@/api/models'
import { fieldInWords, inWords, isTold } from '../model'

/** What was different afterwards, field by field. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('tables')
  const told = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : inWords(value))
  const shown = entry.changes.filter(isTold)
  return (
    <span className="block truncate text-sm text-soft">
      {entry.reason && <q className="me-2">{entry.reason}</q>}
      {shown.map(({ field, before, after }) => (
        <span key={field} className="me-3">
          <span className="text-faint">{fieldInWords(field)}</span> {before !== null && <s>{told(before)}</s>}{' '}
          {told(after)}
        </span>
      ))}
    </span>
  )
}
