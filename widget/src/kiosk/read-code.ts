import read from 'jsqr'

/** What a QR code in a picture says; null where there is none. */
export const readCode = ({ data, width, height }: ImageData): string | null =>
  read(data, width, height, { inversionAttempts: 'attemptBoth' })?.data || null
