import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { accentFor, accentGrounds, accentStyles, contrast, groundContrast } from './accent.ts'

const tokens = readFileSync(new URL('../../../web/platform/styles/tokens.css', import.meta.url), 'utf8')
const tokenValues = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value)
const themes = ['light', 'dark'] as const

test('the contrast is that of WCAG 2.2', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#777777')).toBe(1)
  // the darkest grey that fails AA on white, and the next one, which passes
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.542, 3)
  // black, with the linear part of the curve
  expect(contrast('#0a0a0a', '#000000')).toBeCloseTo(1.061, 3)
})

test('the grounds are the papers and plates of the style sheet', () => {
  const [lightPaper, , , blueprint] = tokenValues('paper')
  const [lightSurface, darkSurface] = tokenValues('surface')
  expect(accentGrounds.light).toEqual([lightPaper, lightSurface])
  // the dark theme stands twice in the style sheet
  expect(tokenValues('paper').slice(1, 3)).toEqual([accentGrounds.dark[0], accentGrounds.dark[0]])
  expect(accentGrounds.dark.slice(1)).toEqual([darkSurface, blueprint])
})

test('the accent of the style sheet passes as it is, in both themes', () => {
  const [signal = ''] = tokenValues('signal')
  const [onSignal = ''] = tokenValues('on-signal')
  for (const theme of themes) expect(accentFor(signal, theme)).toEqual({ signal, onSignal })
})

describe.each(themes)('in the %s theme', (theme) => {
  const isGood = (signal: string) => groundContrast(signal, theme) >= 3
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

  test('every colour becomes one that passes on each ground, with text that can be read on it', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const { signal, onSignal } = accentFor(color, theme)
        for (const ground of accentGrounds[theme]) expect(contrast(signal, ground)).toBeGreaterThanOrEqual(3)
        expect(contrast(signal, onSignal)).toBeGreaterThanOrEqual(4.5)
        // a colour that passes is kept: it is moved only for one of the two reasons
        const readable = Math.max(contrast(color, '#1a1006'), contrast(color, '#ffffff')) >= 4.5
        expect(signal === color).toBe(isGood(color) && readable)
      }),
    )
  })

  test('a grey that misses moves to the next grey that passes', () => {
    const grey = (part: number) => `#${part.toString(16).padStart(2, '0').repeat(3)}`
    const greys = Array.from({ length: 256 }, (_, part) => part)
    const good = greys.filter((part) => accentFor(grey(part), theme).signal === grey(part))
    for (const part of greys) {
      const { signal } = accentFor(grey(part), theme)
      const moved = Math.abs(Number.parseInt(signal.slice(1, 3), 16) - part)
      expect(moved).toBe(Math.min(...good.map((other) => Math.abs(other - part))))
    }
  })
})

test('yellow is darkened on paper and kept on the blueprint, navy the other way round', () => {
  expect(accentFor('#ffd800', 'light').signal).not.toBe('#ffd800')
  expect(accentFor('#ffd800', 'dark')).toEqual({ signal: '#ffd800', onSignal: '#1a1006' })
  expect(accentFor('#12306b', 'light')).toEqual({ signal: '#12306b', onSignal: '#ffffff' })
  expect(accentFor('#12306b', 'dark').signal).not.toBe('#12306b')
})

test('the styles set a signal for each theme, for the blueprint that of the dark one', () => {
  const light = accentFor('#ffd800', 'light')
  const styles = accentStyles('#ffd800')
  expect(styles).toContain(`:root{--signal:${light.signal};--on-signal:${light.onSignal}}`)
  const dark = '--signal:#ffd800;--on-signal:#1a1006'
  expect(styles).toContain(`(prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}`)
  expect(styles).toContain(`@media screen{:root[data-theme="dark"],.blueprint{${dark}}}`)
})
