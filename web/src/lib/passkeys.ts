/** The browser's passkey dialogs, spoken to in the JSON of WebAuthn Level 3. */

export type Json = Record<string, unknown>

export const canUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && 'PublicKeyCredential' in window

/** Whether the browser offers passkeys inside the e-mail field, without a button. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const ask = PublicKeyCredential.isConditionalMediationAvailable as (() => Promise<boolean>) | undefined
  return (await ask?.call(PublicKeyCredential)) ?? false
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

type Named = { id: string }
const descriptors = (list: unknown) => ((list as Named[] | undefined) ?? []).map(withBytes)
const withBytes = <T extends Named>(one: T) => ({ ...one, id: fromBase64Url(one.id) })

/** Let the browser make a passkey; null when the person changed their mind. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const publicKey = {
    ...options,
    challenge: fromBase64Url(options.challenge as string),
    user: withBytes(options.user as Named),
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await orNull(navigator.credentials.create({ publicKey }))
  if (!made) return null
  const response = made.response as AuthenticatorAttestationResponse
  return answer(made, {
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

let suggestion: AbortController | undefined

/**
 * Let the browser answer with a passkey; null when the person changed their mind.
 *
 * A suggestion waits inside the e-mail field until it is aborted. Browsers refuse a question while another one
 * stands, so the next question ends it.
 */
export async function askPasskey(options: Json, suggested?: AbortController): Promise<Json | null> {
  suggestion?.abort()
  suggestion = suggested
  const publicKey = {
    ...options,
    challenge: fromBase64Url(options.challenge as string),
    allowCredentials: descriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions
  const mediation = suggested ? ('conditional' as const) : undefined
  const found = await orNull(navigator.credentials.get({ publicKey, signal: suggested?.signal, mediation }))
  if (!found) return null
  const response = found.response as AuthenticatorAssertionResponse
  return answer(found, {
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    userHandle: response.userHandle ? toBase64Url(response.userHandle) : null,
  })
}

function answer(credential: PublicKeyCredential, response: Json): Json {
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: {},
    response: { clientDataJSON: toBase64Url(credential.response.clientDataJSON), ...response },
  }
}

async function orNull(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null
  } catch (error) {
    // Closed, timed out, or another dialog took its place; browsers do not say which.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
