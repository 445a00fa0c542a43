import { expect, test } from 'vitest'
import { GLYPHS } from './glyphs.ts'
import { label } from './kind.ts'
import { hasGlyphs, text, textWidth } from './lettering.ts'
import { renderMarks } from './marks.ts'

const VIEW = { pens: { bold: 2, mid: 1, thin: 0.5 }, layers: ['part'] } as const

function drawn(...args: Parameters<typeof text>): string {
  return renderMarks(text(...args), VIEW)
}

function coordinates(svg: string): [number, number][] {
  return [...svg.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

test('digits, letters and drawing symbols have glyphs', () => {
  expect(hasGlyphs('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')).toBe(true)
  expect(hasGlyphs(`.,:/-–−+×⌀°″"?Ω `)).toBe(true)
  expect(hasGlyphs('<')).toBe(false)
})

test('glyphs stay within x -0.5 to 4.5 and y -1 to 9', () => {
  for (const [character, data] of Object.entries(GLYPHS)) {
    for (const [x, y] of coordinates(data)) {
      expect(x >= -0.5 && x <= 4.5 && y >= -1 && y <= 9, `${character} ${x} ${y}`).toBe(true)
    }
  }
})

test('a character without a glyph is an error', () => {
  expect(() => text(0, 0, '☃')).toThrow('No glyph')
})

test('text starts, ends or is centred at its anchor', () => {
  const xs = (anchor: 'start' | 'middle' | 'end') =>
    coordinates(drawn(100, 50, 'HH', { size: 10, anchor })).map(([x]) => x)
  expect(Math.min(...xs('start'))).toBe(100)
  expect(Math.max(...xs('end'))).toBe(100)
  expect(Math.min(...xs('middle')) + Math.max(...xs('middle'))).toBeCloseTo(200)
  expect(Math.max(...xs('start')) - 100).toBeCloseTo(textWidth(2))
})

test('a capital H stands on the base line, and `rotate` turns it', () => {
  const ys = coordinates(drawn(100, 50, 'H', { size: 10 })).map(([, y]) => y)
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([43, 50])
  const rotated = coordinates(drawn(100, 50, 'H', { size: 10, rotate: -90 })).map(([x]) => x)
  expect([Math.min(...rotated), Math.max(...rotated)]).toEqual([93, 100])
})

test('bold text has thicker lines, and a halo is drawn behind the text', () => {
  const pen = (svg: string) => Number(/stroke-width="([\d.]+)"/.exec(svg)?.[1])
  expect(pen(drawn(0, 0, 'A', { weight: 'bold' }))).toBeGreaterThan(pen(drawn(0, 0, 'A')))
  expect(drawn(0, 0, 'A', { halo: true })).toMatch(/^<path [^>]*stroke="#fff"\/><path [^>]*\/>$/)
})

test('a label accepts only a short text of characters with glyphs', () => {
  const grade = label('5W-30', 8)
  expect(grade.read('10W-40')).toBe('10W-40')
  for (const bad of ['', 'far too long', '<b>', '☃', 'a&b']) expect(grade.read(bad)).toBe('5W-30')
  expect(label('5W-30', 8, /./).read('☃')).toBe('5W-30')
})
