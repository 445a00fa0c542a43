export type Theme = 'light' | 'dark'
/** Colours are `#rrggbb`. `onSignal` is text on the signal. */
export type Accent = { signal: string; onSignal: string }

/** What the signal stands on (`tokens.css`): paper and plate of each theme; the blueprint has the dark theme's signal. */
export const accentGrounds: Record<Theme, readonly string[]> = {
  light: ['#f5f1e7', '#fbf9f3'],
  dark: ['#121d2b', '#172637', '#16304d'],
}
const TEXTS = ['#1a1006', '#ffffff'] as const

/** Of the signal on its grounds, and of text on the signal (WCAG 2.2, 1.4.11 and 1.4.3). */
export const accentNeeds = { signal: 3, text: 4.5 } as const

type Rgb = [red: number, green: number, blue: number]

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The least contrast of a signal on its grounds. */
export function groundContrast(signal: string, theme: Theme): number {
  return Math.min(...accentGrounds[theme].map((ground) => contrast(signal, ground)))
}

/** A shop's colour as the signal of a theme: itself if it passes, otherwise the nearest towards black or white that does. */
export function accentFor(color: string, theme: Theme): Accent {
  const passing = [nearest(color, 0, theme), nearest(color, 255, theme)].filter(
    (found) => found !== undefined,
  )
  const [signal = color] = passing.sort((a, b) => distance(a, color) - distance(b, color))
  return { signal, onSignal: textOn(signal) }
}

function textOn(signal: string): string {
  const [dark, light] = TEXTS
  return contrast(dark, signal) >= contrast(light, signal) ? dark : light
}

const STEPS = 255

function nearest(color: string, towards: 0 | 255, theme: Theme): string | undefined {
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = toHex(toRgb(color).map((part) => part + ((towards - part) * step) / STEPS))
    if (passes(mixed, theme)) return mixed
  }
  return undefined
}

function passes(signal: string, theme: Theme): boolean {
  return (
    groundContrast(signal, theme) >= accentNeeds.signal &&
    contrast(textOn(signal), signal) >= accentNeeds.text
  )
}

function distance(one: string, other: string): number {
  const to = toRgb(other)
  return Math.hypot(...toRgb(one).map((part, index) => part - (to[index] ?? 0)))
}

function luminance(color: string): number {
  const [red, green, blue] = toRgb(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHex(parts: number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** The style sheet, after the common one, that gives every page a shop's colour. Print has the light theme's. */
export function accentStyles(color: string): string {
  const light = declarations(accentFor(color, 'light'))
  const dark = declarations(accentFor(color, 'dark'))
  return (
    `:root{${light}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}` +
    `@media screen{:root[data-theme="dark"],.blueprint{${dark}}}`
  )
}

function declarations({ signal, onSignal }: Accent): string {
  return `--signal:${signal};--on-signal:${onSignal}`
}
