/** Where to go after signing in: the address asked for if it is one of ours, else null. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}
