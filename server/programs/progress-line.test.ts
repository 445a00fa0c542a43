import { expect, test } from 'vitest'
import { createProgressLine } from './progress-line.ts'

function outputOf(isTTY: boolean, counts: number[]): string {
  let text = ''
  const line = createProgressLine({
    isTTY,
    write(more: string) {
      text += more
    },
  })
  for (const done of counts) line.show(done, 1000)
  line.end()
  return text
}

test('without a terminal a line is written when another tenth is reached', () => {
  expect(outputOf(false, [10, 99, 100, 150, 350, 1000])).toBe(
    '10 %, 100 of 1000\n35 %, 350 of 1000\n100 %, 1000 of 1000\n',
  )
})

test('on a terminal one line is rewritten', () => {
  const text = outputOf(true, [500, 1000])
  expect(text.split('\r')).toHaveLength(3)
  expect(text).toContain(`${'█'.repeat(15)}${'·'.repeat(15)} 50 %, 500 of 1000`)
  expect(text).toMatch(/█{30} 100 %, 1000 of 1000 \n$/)
})
