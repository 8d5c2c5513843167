export type Key = string | number
export type Option<K extends Key = Key> = { id: K; name: string; note?: string }
