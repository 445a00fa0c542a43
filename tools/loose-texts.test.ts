import { expect, test } from 'vitest'
import { findLooseTexts, readLooseTexts } from './loose-texts.ts'

test('no text of the pages has siblings', () => {
  expect(readLooseTexts()).toEqual([])
})

test('a loose text is reported with file and line', () => {
  const source = 'const A = () => (\n  <p>\n    <i />\n    {count(2)}\n  </p>\n)'
  expect(findLooseTexts('a.tsx', source)).toEqual([{ file: 'a.tsx', line: 4, text: '{count(2)}' }])
})

test.each([
  ['<p>{name}</p>', true],
  ['<p>{isOn ? name : <b />}</p>', true],
  ['<p><i />{isOn && <b />}</p>', true],
  ['<p><span>{name}</span>{list.map((one) => <b key={one} />)}</p>', true],
  ['<p>{name} <b /></p>', false],
  ['<p>{one} {other}</p>', false],
  ['<p>From {isOn && <b />}</p>', false],
  ["<p><b />{' '}{isOn && <b />}</p>", false],
  ['<p>{texts.from}{isOn && <b />}</p>', false],
  ['<p><b />{isOn ? name : <i />}</p>', false],
  ['<p><b />{isOn && name}</p>', false],
  ['<>{name}<b /></>', false],
  ['<>{name}</>', false],
  ["<p><b />{' '}<i /></p>", false],
  ['<p>{texts.from}<b /></p>', false],
  ['<Box><b />{children}</Box>', false],
])('%s: fixed %s', (element, isFixed) => {
  expect(findLooseTexts('a.tsx', `const A = () => ${element}`).length === 0).toBe(isFixed)
})

test('a component that returns a text is reported', () => {
  const found = findLooseTexts(
    'a.tsx',
    'function A({ isOn }) {\n  if (isOn) return count(2)\n  return <b />\n}',
  )
  expect(found).toEqual([{ file: 'a.tsx', line: 2, text: 'count(2)' }])
})
