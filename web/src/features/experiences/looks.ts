// Apart from the form's rules, which the list of experiences does not need.
export const colors = ['#0b6e99', '#0f766e', '#3f7d20', '#a16207', '#c2410c', '#be123c', '#9333ea', '#475569']
export const statuses = ['live', 'hidden', 'draft'] as const
