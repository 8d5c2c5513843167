import type { AnnouncementTemplate, AnnouncementTemplateIn } from '@/api/models'

/** What is filled in when a departure is called. */
export const fields = ['time', 'experience', 'place'] as const

export type Sample = { experience: string; place: string }
/** Words as they are typed: a text for each language, of which the chosen ones are kept. */
export type Words = { name: string; languages: string[]; texts: Record<string, string> }

/** A text as it might be heard, with something in its fields. */
export function sampleOf(text: string, language: string, { experience, place }: Sample): string {
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2026, 0, 1, 10, 30),
  )
  return text.replaceAll('{time}', time).replaceAll('{experience}', experience).replaceAll('{place}', place)
}

/** A text with a field put where the caret is, a blank before it where words stand. */
export function withField(text: string, field: string, start: number, end = start): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  return `${before}${/\S$/.test(before) ? ' ' : ''}{${field}}${/^\S/.test(after) ? ' ' : ''}${after}`
}

/** Languages with the reader's own before the others. */
export const ownFirst = (languages: readonly string[], own: string) =>
  languages.toSorted((a, b) => Number(b === own) - Number(a === own))

export const wordsOf = (template: AnnouncementTemplate | null, language: string): Words => ({
  name: template?.name ?? '',
  languages: template ? Object.keys(template.texts) : [language],
  texts: { ...template?.texts },
})

/** What is sent of what was typed. */
export const bodyOf = ({ name, languages, texts }: Words): AnnouncementTemplateIn => ({
  name,
  texts: Object.fromEntries(languages.map((language) => [language, (texts[language] ?? '').trim()])),
})
