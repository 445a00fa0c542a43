import type { Random } from './random.ts'

/** Lengths of texts; the API accepts JSON bodies of up to 100 KiB. */
const LENGTHS = [1, 41, 81, 201, 255, 301, 2001, 5001, 20_000, 100_000]

const FRAGMENTS = [
  ...['a', ' ', '1', '+', '-', '.', '%', '\\', '/', '"', '<b>', '\n', '\t', ',', ';', '@', '(', '[', '{'],
  // combining marks of two classes, a joiner, a direction mark, a ligature, letters whose other case is longer, other digits, emoji
  ...['\u0300', '\u0316', '\u200d', '\u202e', '\ufdfa', 'İ', 'ß', '٣', '１', '🛞', '👨‍👩‍👧'],
]

const SHORT_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202Eexe.gpj',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  ...['null', 'undefined', 'NaN', '-Infinity', '1e309', '0x10', '-0', '1,5', '１２', '+', 'true', '[]', '{}'],
  "' or 1=1 --",
  '"; drop table orders; --',
  '$1',
  '%s%n',
  '#{7*7}',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '/etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[::1',
  '//evil.example',
  ...['a@b', '@', 'a@b.c@d.e', `${'a'.repeat(250)}@b.cd`, 'ann@exämple.com', 'ANN@EXAMPLE.COM', '"a b"@c.de'],
  '00000000-0000-0000-0000-000000000000',
  'pi_',
  'pi_x_secret_y',
  're_1',
  '0'.repeat(300),
  '=cmd|calc',
  '\ufeff',
]

const NUMBERS = [
  ...[0, -0, -1, 1, 0.001, 1.005, -0.5, 1e-320, 1e308, -1e308, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1],
  ...[2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e21, 999_999.99, 1_000_000, 0.1 + 0.2, 123_456_789.123],
]

/** A text that often causes errors: a listed one, or one or two fragments repeated to at most about `longest`. */
export function hostileText(random: Random, longest: number): string {
  if (random.chance(0.5)) return random.pick(SHORT_TEXTS)
  const length = Math.min(random.pick(LENGTHS), longest)
  const parts = random.chance(0.7)
    ? [random.pick(FRAGMENTS)]
    : [random.pick(FRAGMENTS), random.pick(FRAGMENTS)]
  const text = parts.map((part) => part.repeat(Math.ceil(length / part.length / parts.length))).join('')
  return `${random.pick(['', 'a', ',br', 'Version/', '1'])}${text}${random.pick(['', 'x', '!', '@example.com'])}`
}

/** Any JSON value in place of the expected one. */
export function hostileValue(random: Random, longest: number): unknown {
  const kind = random.below(8)
  if (kind <= 3) return hostileText(random, longest)
  if (kind <= 5) return random.pick(NUMBERS)
  if (kind === 6)
    return random.pick<unknown>([null, true, false, [], {}, [null], [[]], { length: -1 }, { toString: 1 }])
  return nestedValue(random)
}

/** Up to 1,000 levels, for functions that recurse. */
function nestedValue(random: Random): unknown {
  let value: unknown = random.pick([1, 'x', null])
  const isArray = random.chance(0.5)
  for (let depth = random.pick([3, 50, 1000]); depth > 0; depth -= 1) value = isArray ? [value] : { a: value }
  return value
}
