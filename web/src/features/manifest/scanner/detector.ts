/** Reads the QR code in a picture; null where there is none. */
export type Detector = (frame: HTMLVideoElement) => Promise<string | null>

type Native = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeClass = { new (options: { formats: string[] }): Native; getSupportedFormats: () => Promise<string[]> }

// Half of what a phone's camera shows is enough for a ticket, and four times as fast.
const WIDEST = 800

/** The browser's own detector where it knows QR codes, else one of ours, which is fetched only then. */
export async function makeDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: NativeClass }).BarcodeDetector
  const formats = own ? await own.getSupportedFormats().catch(() => []) : []
  if (own && formats.includes('qr_code')) {
    const native = new own({ formats: ['qr_code'] })
    return async (frame) => (await native.detect(frame))[0]?.rawValue ?? null
  }
  const { default: read } = await import('jsqr')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (frame) => {
    const scale = Math.min(1, WIDEST / Math.max(1, frame.videoWidth))
    canvas.width = Math.max(1, Math.round(frame.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(frame.videoHeight * scale))
    if (!context) return Promise.resolve(null)
    context.drawImage(frame, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return Promise.resolve(read(data, width, height, { inversionAttempts: 'attemptBoth' })?.data || null)
  }
}
