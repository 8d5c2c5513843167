/** What we use of QZ Tray's client, which comes without types. */
declare module 'qz-tray' {
  type Settle = (value: string | Promise<string>) => void
  type Config = object
  const qz: {
    security: {
      setCertificatePromise(make: (resolve: Settle, reject: (reason: unknown) => void) => void): void
      setSignatureAlgorithm(name: 'SHA512'): void
      setSignaturePromise(make: (hash: string) => (resolve: Settle, reject: (reason: unknown) => void) => void): void
    }
    websocket: {
      isActive(): boolean
      connect(options?: { host?: string | string[]; retries?: number; delay?: number }): Promise<void>
    }
    printers: { find(): Promise<string[]>; getDefault(): Promise<string | null> }
    configs: { create(printer: string, options?: object): Config }
    print(config: Config, data: object[]): Promise<void>
  }
  export default qz
}
