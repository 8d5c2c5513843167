import { Globe } from '../icons'
import type { Offered } from './language'

type Props<Language extends string> = {
  operator: { name: string; logo_url: string | null }
  language: Language
  offered: Offered<Language>
  /** What the list of languages is called. */
  label: string
  onLanguage: (to: Language) => void
}

/** Whose page it is, and in which languages it can be read. */
export function Head<Language extends string>({ operator: { name, logo_url }, language, offered, label, onLanguage }: Props<Language>) {
  return (
    <header className="page-head">
      {logo_url ? <img className="logo" src={logo_url} alt={name} height="28" /> : <span className="account" dir="auto">{name}</span>}
      <label className="picker">
        <Globe />
        <span className="visually-hidden">{label}</span>
        <select value={language} onChange={(event) => onLanguage(event.currentTarget.value as Language)}>
          {offered.map(([code, own]) => (
            <option key={code} value={code} lang={code}>
              {own}
            </option>
          ))}
        </select>
      </label>
    </header>
  )
}
