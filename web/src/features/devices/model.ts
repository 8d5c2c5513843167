export const kinds = ['pos', 'kiosk', 'waiver_tablet', 'card_reader', 'printer', 'tts'] as const
export type DeviceKind = (typeof kinds)[number]
/** What devices say that they show. */
export const shows = ['start', 'printer', 'waiver', 'announcer', 'kiosk', 'register', 'agent'] as const
