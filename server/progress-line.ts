type Output = { isTTY?: boolean; write(text: string): unknown }

const BAR = 30

/** The progress of a command: a bar on a terminal; elsewhere a line when a tenth is reached, at most ten. */
export function createProgressLine(output: Output) {
  let tenth = 0
  let isOpen = false
  return {
    show(done: number, total: number) {
      const part = total > 0 ? Math.min(1, done / total) : 1
      const counted = `${Math.floor(part * 100)} %, ${done} of ${total}`
      if (output.isTTY) {
        const filled = Math.round(part * BAR)
        output.write(`\r${'█'.repeat(filled)}${'·'.repeat(BAR - filled)} ${counted} `)
        isOpen = true
      } else if (Math.floor(part * 10) > tenth) {
        tenth = Math.floor(part * 10)
        output.write(`${counted}\n`)
      }
    },
    end() {
      if (isOpen) output.write('\n')
      isOpen = false
    },
  }
}
