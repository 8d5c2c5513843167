/** A printer on a cable of this computer. */
export type Port = { name: string; write: (data: Uint8Array<ArrayBuffer>) => Promise<void> }

type Endpoint = { direction: 'in' | 'out'; endpointNumber: number }
type Interface = { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: Endpoint[] } }
type UsbDevice = {
  productName?: string
  configuration: { interfaces: Interface[] } | null
  open: () => Promise<void>
  selectConfiguration: (value: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  transferOut: (endpoint: number, data: Uint8Array<ArrayBuffer>) => Promise<{ status: string }>
}
type SerialPort = {
  open: (options: { baudRate: number }) => Promise<void>
  writable: WritableStream<Uint8Array<ArrayBuffer>>
}
type Ports = {
  usb?: { requestDevice: (wanted: { filters: { classCode: number }[] }) => Promise<UsbDevice> }
  serial?: { requestPort: () => Promise<SerialPort> }
}

/** USB's number for printers. */
const PRINTER = 7
const PART = 16_384

const ports = () => navigator as unknown as Ports
export const hasUsb = () => !!ports().usb
export const hasSerial = () => !!ports().serial

/** A printer on USB that a person chooses. */
export async function usbPrinter(): Promise<Port> {
  const device = await ports().usb!.requestDevice({ filters: [{ classCode: PRINTER }] })
  await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const found = device.configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === PRINTER)
  const out = found?.alternate.endpoints.find(({ direction }) => direction === 'out')
  if (!found || !out) throw new Error('no printer')
  await device.claimInterface(found.interfaceNumber)
  return {
    name: device.productName ?? 'USB',
    write: async (data) => {
      for (let start = 0; start < data.length; start += PART) {
        const { status } = await device.transferOut(out.endpointNumber, data.slice(start, start + PART))
        if (status !== 'ok') throw new Error(status)
      }
    },
  }
}

/** A printer on a serial line (also Bluetooth) that a person chooses. */
export async function serialPrinter(): Promise<Port> {
  const port = await ports().serial!.requestPort()
  await port.open({ baudRate: 9600 })
  return {
    name: 'Serial',
    write: async (data) => {
      const writer = port.writable.getWriter()
      try {
        await writer.write(data)
      } finally {
        writer.releaseLock()
      }
    },
  }
}
