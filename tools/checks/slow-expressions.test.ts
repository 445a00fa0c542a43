import { expect, test } from 'vitest'
import { EXCEPTIONS, findSlowExpressions, readSlowExpressions } from './slow-expressions.ts'

test('every regular expression is linear, or one of at most ten exceptions', () => {
  const allowed = EXCEPTIONS.map(([file, expression]) => `${file} ${expression}`)
  const found = readSlowExpressions()
  const isAllowed = ({ file, expression }: (typeof found)[number]) =>
    allowed.includes(`${file} ${expression}`)
  const outdated = allowed.filter((name) => !found.some((one) => `${one.file} ${one.expression}` === name))
  expect({ slow: found.filter((one) => !isAllowed(one)), outdated }).toEqual({ slow: [], outdated: [] })
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(10)
})

test('a quadratic expression is reported with file and line', () => {
  const text = 'const a = /^a+$/\n\nconst b = a.test(c) ? /a+$/g : /b/'
  expect(findSlowExpressions('a.ts', text)).toEqual([{ file: 'a.ts', line: 3, expression: '/a+$/g' }])
})

test.each([
  ['/^[+]?[\\d ]*\\d[\\d ]*$/', false],
  ['/(?:^|,)\\s*br\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)/i', false],
  ['/\\bVersion\\/[\\d.]+.*\\bSafari\\//', false],
  ['/^"?sep=([,;\\t])[,;\\t]*"?[ \\t]*(?:\\n|$)/i', false],
  ['/^(a+)+$/', false],
  ['/^\\+? *\\d[\\d ]*$/', true],
  ['/(?:[ \\t,;]|"")*\\n/y', true],
])('%s: linear %s', (expression, isLinear) => {
  const found = findSlowExpressions('a.ts', `const a = ${expression}`)
  expect(found.map((one) => one.expression)).toEqual(isLinear ? [] : [expression])
})
