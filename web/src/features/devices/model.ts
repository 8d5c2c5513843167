export const kinds = ['pos', 'kiosk', 'waiver_tablet', 'card_reader', 'printer', 'tts'] as const
export type DeviceKind = (typeof kinds)[number]
