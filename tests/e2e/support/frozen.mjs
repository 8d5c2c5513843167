import { ServerResponse } from 'node:http'

// Loaded before a development server: its clock starts at OUTFITTER_NOW, so that what it makes up is the same every day.
const Real = Date
const shift = Real.parse(process.env.OUTFITTER_NOW) - Real.now()
globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [Real.now() + shift]))
  }

  static now() {
    return Real.now() + shift
  }
}

// Pages set their clocks by this header, which Node takes from its own clock.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...parts) {
  if (!this.hasHeader('Date')) this.setHeader('Date', new Date().toUTCString())
  return writeHead.apply(this, parts)
}
