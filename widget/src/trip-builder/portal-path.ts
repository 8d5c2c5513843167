/** The languages of the page of a trip besides English; its addresses begin with them. */
const SPOKEN = /^(de|es|fr|it|ja|ko|nl|pt|ru|sv|zh)\b/

/** The page of a trip, in the reader's language where it speaks that. */
export function portalPath(language: string, hash: string): string {
  const [spoken] = SPOKEN.exec(language) ?? []
  return `${spoken ? `/${spoken}` : ''}/customerPortal?trip=${hash}`
}
