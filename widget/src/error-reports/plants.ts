/** Somebody's data, as the errors of a page meet it; for tests. */
export const PLANTS = [
  'Ophelia Wintergreen',
  'ophelia.w@guests.example',
  '+1 415 555 0199',
  '4242 4242 4242 4242',
  'eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZDE.c2ln',
  'q7Xw2nB9vK4tZ8mR1pL6',
]

export const sentence = (): string => `no seat for ${PLANTS.join(', ')}, see https://reef.example/customerPortal/${PLANTS[5]}?token=${PLANTS[4]}`
