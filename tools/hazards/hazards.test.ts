import { describe, expect, test } from 'vitest'
import { worstTexts } from '#tests/support/http/worst-inputs.ts'
import { isReviewed, readHazards, readReviewed } from '../list-hazards.ts'
import { findHazards } from './find-hazards.ts'

const found = readHazards()
const reviewed = readReviewed()

test('every hazard that is found is reviewed, and no other entry exists', () => {
  const unreviewed = [...found].flatMap(([file, hazards]) =>
    hazards
      .filter((hazard) => !isReviewed(hazard, reviewed[file]?.[hazard.code]))
      .map(({ code }) => `${file}: ${code}`),
  )
  const outdated = Object.entries(reviewed).flatMap(([file, reviews]) => {
    const codes = new Set(found.get(file)?.map(({ code }) => code))
    return Object.keys(reviews).flatMap((code) => (codes.has(code) ? [] : [`${file}: ${code}`]))
  })
  // `node tools/list-hazards.ts` updates the list.
  expect({ unreviewed, outdated }).toEqual({ unreviewed: [], outdated: [] })
})

test('every literal reviewed as linear takes at most 50 ms of CPU for each slow text of 100 KB', () => {
  const texts = Object.entries(worstTexts(100_000))
  const slow = [...found].flatMap(([file, hazards]) =>
    hazards.flatMap(({ code, pattern }) => {
      if (!pattern || reviewed[file]?.[code] !== 'linear') return []
      return texts
        .filter(([, text]) => minCpuMs(() => text.replace(pattern, '')) > 50)
        .map(([name]) => `${file}: ${code}, ${name}`)
    }),
  )
  expect(slow).toEqual([])
})

/** The minimum of up to three runs, so that compiling does not count; the first of at most 50 ms ends them. */
function minCpuMs(work: () => void): number {
  let min = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3 && min > 50; time += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    min = Math.min(min, (user + system) / 1000)
  }
  return min
}

describe('detected hazards', () => {
  const codesIn = (text: string) => findHazards('a.ts', text).map(({ code }) => code)

  test.each([
    ['/^[+]?[\\d ]*\\d[\\d ]*$/', false],
    ['/(?:^|,)\\s*br\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)/i', false],
    ['/\\bVersion\\/[\\d.]+.*\\bSafari\\//', false],
    ['/^"?sep=([,;\\t])[,;\\t]*"?[ \\t]*(?:\\n|$)/i', false],
    ['/^(a+)+$/', false],
    ['/^\\+? *\\d[\\d ]*$/', true],
    ['/(?:[ \\t,;]|"")*\\n/y', true],
  ])('%s', (code, isLinear) => {
    expect(findHazards('a.ts', `const a = ${code}`)).toMatchObject([{ code, isLinear }])
  })

  test('normalising, comparing, sorting, JSON.parse, split with join and new RegExp are hazards', () => {
    const text = "b.normalize('NFC'); c.localeCompare(d); e.sort(); JSON.parse(f); g.split('a').join('b')"
    expect(codesIn(text)).toEqual(text.split('; '))
    expect(codesIn('new RegExp(a)')).toEqual(['new RegExp(a)'])
  })

  test('a search of a list inside a loop is a hazard', () => {
    expect(codesIn('for (const a of b) c.includes(a)')).toEqual(['c.includes(a)'])
    expect(codesIn('while (a) { c.find(a) }')).toEqual(['c.find(a)'])
    expect(codesIn('a.map((b) => c.indexOf(b))')).toEqual(['c.indexOf(b)'])
    expect(codesIn('c.includes(a)')).toEqual([])
  })
})
