/** A path on this host, or the manifest for anything that leads elsewhere. */
export function safeTarget(to: string | null): string {
  if (!to || !/^\/(?![/\\])/.test(to)) return '/manifest'
  try {
    const address = new URL(to, 'https://here.invalid')
    return address.host === 'here.invalid' ? address.pathname + address.search : '/manifest'
  } catch {
    return '/manifest'
  }
}
