/** A photo as it is sent: small enough for a phone's connection. */

const SIDE = 1280
const MOST_BYTES = 800_000

/** Reads a picture the guest took; gives base64 JPEG of at most 1,280 pixels a side. */
export async function readPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of [0.82, 0.6, 0.4]) {
    const data = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (data.length * 0.75 < MOST_BYTES) return data
  }
  throw new Error('too large')
}
