type Output = { isTTY?: boolean; write(text: string): unknown }

const BAR_WIDTH = 30

/** Shows the progress of a command: a bar on a terminal; otherwise a line when another tenth is reached, at most ten lines. */
export function createProgressLine(output: Output) {
  let tenth = 0
  let isOpen = false
  return {
    show(done: number, total: number) {
      const share = total > 0 ? Math.min(1, done / total) : 1
      const label = `${Math.floor(share * 100)} %, ${done} of ${total}`
      if (output.isTTY) {
        const filled = Math.round(share * BAR_WIDTH)
        output.write(`\r${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)} ${label} `)
        isOpen = true
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        output.write(`${label}\n`)
      }
    },
    end() {
      if (isOpen) output.write('\n')
      isOpen = false
    },
  }
}
