import { getLocalizationScript } from 'react-aria-components/i18n'

// The library would take the first kind of Chinese it knows.
const kinds: Record<string, string> = { zh: 'zh-CN' }

/** What react-aria-components needs in the page itself: its words in the page's language, and nothing to add. */
export function LibraryHead({ locale }: { locale: string }) {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: getLocalizationScript(kinds[locale] ?? locale) }} />
      {/* By this id the library sees that its press style is there (globals.css) and injects none. */}
      <meta id="react-aria-pressable-style" name="react-aria-pressable-style" content="globals.css" />
    </>
  )
}
