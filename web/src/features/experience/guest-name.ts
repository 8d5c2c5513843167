type Guest = { label: string; customer_type: { name: string } }

/** What a kind of guest is called here: its own label, or the name all experiences share. */
export const guestName = ({ label, customer_type }: Guest): string => label || customer_type.name
