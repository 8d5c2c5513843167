export const paperKinds = ['ticket', 'label', 'receipt', 'voucher', 'departure'] as const
export type PaperKind = (typeof paperKinds)[number]
export const vias = ['device', 'qz', 'browser'] as const
export const papers = ['roll_80', 'roll_58', 'label_4x2', 'wristband'] as const
/** Devices that take print jobs. */
export const printsOn: readonly string[] = ['printer', 'pos']
