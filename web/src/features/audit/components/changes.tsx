import type { AuditEntry } from '@/api/models'
import { fieldInWords, inWords } from '../model'

/** What was different afterwards, field by field. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const shown = entry.changes.filter(({ before, after }) => inWords(before) !== inWords(after))
  return (
    <span className="block truncate text-sm text-soft">
      {entry.reason && <q className="me-2">{entry.reason}</q>}
      {shown.map(({ field, before, after }) => (
        <span key={field} className="me-3">
          <span className="text-faint">{fieldInWords(field)}</span> {before !== null && <s>{inWords(before)}</s>}{' '}
          {inWords(after)}
        </span>
      ))}
    </span>
  )
}
