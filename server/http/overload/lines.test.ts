import { expect, test } from 'vitest'
import { createLines } from './lines.ts'

/** Work that runs until it is told to end, and what has begun so far. */
function workshop(lines: ReturnType<typeof createLines>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (line: string, name: string) =>
      lines(line, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('a line lets so many through, in the order they came, and holds up no other line', async () => {
  const { begun, ask, end } = workshop(createLines({ each: 2, all: 9 }))
  const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  const other = ask('b', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'a4', 'b1']) await end(name)
  expect(await Promise.all([...asked, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('all lines together let so many through', async () => {
  const { begun, ask, end } = workshop(createLines({ each: 2, all: 3 }))
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, name))
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails leaves its place to the next, and its failure to whoever asked', async () => {
  const lines = createLines({ each: 1, all: 1 })
  const outcomes = await Promise.allSettled([
    lines('a', () => Promise.reject(new Error('no'))),
    lines('a', async () => 'yes'),
    lines('b', async () => 'yes'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('whoever stood in a line for too long is told so, and not run', async () => {
  let time = 0
  const { begun, ask, end } = workshop(createLines({ each: 1, all: 9 }, () => time))
  const first = ask('a', 'a1')
  const late = expect(ask('a', 'a2')).rejects.toMatchObject({ code: 'being_changed', retryAfterSeconds: 5 })
  time = 10_001
  const next = ask('a', 'a3')
  await end('a1')
  await late
  await new Promise(setImmediate)
  await end('a3')
  expect(await Promise.all([first, next])).toEqual(['a1', 'a3'])
  expect(begun).toEqual(['a1', 'a3'])
})
