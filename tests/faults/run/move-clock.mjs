// Preloaded into the store's process: its clock is off by as many milliseconds as the file CLOCK_FILE says, read at
// the start and again at each SIGUSR2. Timers are not touched, nor is the database's clock.
import { readFileSync } from 'node:fs'

const { CLOCK_FILE = '' } = process.env
const RealDate = Date
let offsetMs = 0

function readOffset() {
  offsetMs = Number(readFileSync(CLOCK_FILE, 'utf8'))
}

class MovedDate extends RealDate {
  /** @param {ConstructorParameters<DateConstructor> | []} args */
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + offsetMs
  }
}

readOffset()
process.on('SIGUSR2', readOffset)
globalThis.Date = MovedDate
