import { api, dataOf } from '@/api/client'
import type { Json } from '@/lib/passkeys'
import type { Locale } from '@/routes'

/** What the door is given: who one says to be, the step after, or what another host handed over. */
export type Proof =
  | { email: string; password: string; remember: boolean }
  | { step_token: string; otp: string }
  | { step_token: string; slug: string }
  | { credential: Json; remember: boolean }

/** What the door answers: where to go, or which step is missing. */
export type Answer = {
  next: string
  step_token: string | null
  methods: string[]
  locale?: Locale
  userAvatar?: { kind: string } | null
}

/** A host where one signs in. `T` is what its answer says besides. */
export type Door<T extends Answer = Answer> = {
  enter: (proof: Proof) => Promise<T>
  passkeyOptions: () => Promise<{ publicKey: Json }>
  /** It signs people out with their browser, whatever they would like. */
  isShort?: boolean
}

export const redeemCode = (one_time_code: string) => dataOf(api.POST('/api/login', { body: { one_time_code } }))

export const tenantDoor = {
  enter: (proof: Proof) =>
    'credential' in proof
      ? dataOf(api.POST('/api/login/passkey', { body: proof }))
      : dataOf(api.POST('/api/login', { body: proof as Exclude<Proof, { slug: string } | { credential: Json }> })),
  passkeyOptions: () => dataOf(api.POST('/api/login/passkey/options')) as Promise<{ publicKey: Json }>,
} satisfies Door

/** The desk of who runs the platform, on its own host: the same addresses, nobody is remembered. */
export const platformDoor = { ...tenantDoor, isShort: true } satisfies Door

/** The platform's own host: it answers with the door of the operator, or several to choose from. */
export const apexDoor = {
  enter: (proof: Proof) => dataOf(api.POST('/signup/signin', { body: proof })),
  passkeyOptions: () => dataOf(api.POST('/signup/signin/passkey/options')) as Promise<{ publicKey: Json }>,
} satisfies Door

export const forgetPassword = (email: string) => dataOf(api.POST('/api/password/forgot', { body: { email } }))
export const resetPassword = (body: { token: string; password: string }) =>
  dataOf(api.POST('/api/password/reset', { body }))
