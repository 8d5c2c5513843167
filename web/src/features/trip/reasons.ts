/** Why orders are cancelled, as the server knows it. */
export const cancelReasons = ['customer', 'weather', 'operator', 'duplicate', 'noshow', 'channel', 'other'] as const
