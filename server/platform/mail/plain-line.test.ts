import { describe, expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

describe('text of users in a mail', () => {
  test.each([
    ['as it is', '12 Foundry Lane, Unit 4 (2nd floor)', '12 Foundry Lane, Unit 4 (2nd floor)'],
    ['with its numbers and times', 'Oil 5W-30 1.9 TDI, M6x1.25, 12:30', 'Oil 5W-30 1.9 TDI, M6x1.25, 12:30'],
    ['in Persian and Japanese, with emoji', 'می‌خواهم 東京都 👨‍👩‍👧', 'می‌خواهم 東京都 👨‍👩‍👧'],
    ['on one line', 'Ann,\r\n\r\n*** NOTICE ***\u2028Pay\tnow', 'Ann, *** NOTICE *** Pay now'],
    ['without bidi, format and control characters', 'a\u202eb\u2066c\u200bd\u0007e\ufeff', 'abcd e'],
    ['without lone surrogates', `a\ud800b${'x'.repeat(400)}`, `ab${'x'.repeat(297)}`],
    ['empty, where nothing can be seen', ' \u200b\n\u202e ', ''],
  ])('%s', (_, typed, shown) => {
    expect(plainLine(typed)).toBe(shown)
  })

  test.each([
    ['https://evil.example/login?a=b', 'evil. example/login?a=b'],
    ['httphttp://s://evil.example', 'evil. example'],
    ['HTTP:\\\\evil.example', 'evil. example'],
    ['www.evil.example', 'www. evil. example'],
    ['evil\u3002example evil\uff0eexample', 'evil\u3002 example evil\uff0e example'],
    ['evil.\u200bexample evil.\u200cexample', 'evil. example evil. \u200cexample'],
    ['http://192.0.2.7/x', '192. 0. 2. 7/x'],
    ['mailto:a@evil.example', 'mailto: a@evil. example'],
    ['\\\\server\\share', '//server/share'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['evil.ⓒom', 'evil. ⓒom'],
    ['evil.Ⅽom evil.℀om evil.㈀om', 'evil. Ⅽom evil. ℀om evil. ㈀om'],
    ['evil…com evil⒈com', 'evil… com evil⒈ com'],
  ])('the links of the text %s are broken up', (typed, shown) => {
    expect(plainLine(typed)).toBe(shown)
  })

  test('a text has no domain in compatibility characters, which NFKC turns into letters and dots', () => {
    const missed: string[] = []
    for (let code = 0x80; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      if (character.normalize('NFKC') === character) continue
      const shown = plainLine(`evil.${character}om evil${character}com`).normalize('NFKC')
      if (/\.\p{L}{2}/u.test(shown)) missed.push(code.toString(16))
    }
    expect(missed).toEqual([])
  })
})
