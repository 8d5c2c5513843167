import type { Open, OpenKind } from '../open'

export type DialogProps<K extends OpenKind> = { what: Extract<Open, { kind: K }>; onClose: () => void }
