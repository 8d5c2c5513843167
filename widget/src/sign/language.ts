/** The languages of the signing page, and what its address says. */
export { LANGUAGES_AND_ARABIC as LANGUAGES, type GuestLanguage as SignLanguage } from '../guest-page/language'

/** The fingerprint of a printed waiver, out of /waiver/FINGERPRINT. */
export const proofOf = (path: string): string | null => /\/waiver\/([0-9a-f]{64})/.exec(path)?.[1] ?? null

/** The trip's hash, out of /waiverPortal/HASH or /de/waiverPortal/HASH; null for whoever walks up. */
export const hashOf = (path: string): string | null => /\/waiverPortal\/([0-9A-Za-z]+)/.exec(path)?.[1] ?? null
