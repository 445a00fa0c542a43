import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorages } from '#tests/support/browser-token.ts'
import { parseBrowserCart, readBrowserCart, removeBrowserCart, writeBrowserCart } from './browser-cart.ts'

const KEY = 'a'.repeat(32)
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const line = { productId: id(1), quantity: 2, name: 'Brake disc', seenPrice: 12.5 }

let storage: Pick<Storage, 'getItem'>
beforeEach(() => {
  storage = memoryStorages().local
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  // what a test could not store
  vi.stubGlobal('localStorage', memoryStorages().local)
  removeBrowserCart(readBrowserCart().key)
  vi.unstubAllGlobals()
})

test('what is written is read until it is removed, with another key for each change', () => {
  expect(readBrowserCart().lines).toEqual([])
  expect(writeBrowserCart([line])).toBe(true)
  const first = readBrowserCart()
  expect(first.lines).toEqual([line])
  writeBrowserCart([line])
  expect(readBrowserCart().key).not.toBe(first.key)
  // changed since: a merge of the earlier one removes nothing
  removeBrowserCart(first.key)
  expect(readBrowserCart().lines).toEqual([line])
  removeBrowserCart(readBrowserCart().key)
  expect(storage.getItem('cart')).toBeNull()
})

test.each([
  ['text', 'brake'],
  ['no text', null],
  ['null', 'null'],
  ['a list', '[]'],
  ['no key', JSON.stringify({ lines: [line] })],
  ['a key that is none', JSON.stringify({ key: 'x\n', lines: [line] })],
  ['lines that are none', JSON.stringify({ key: KEY, lines: 'brake' })],
])('a stored item that is %s counts as empty', (_, text) => {
  expect(parseBrowserCart(text)).toEqual({ key: '', lines: [] })
})

test.each([
  { quantity: -1 },
  { quantity: 0 },
  { quantity: 1.5 },
  { quantity: 1e9 },
  { quantity: '2' },
  { productId: 'brake' },
  { productId: id(1).toUpperCase().replace('7000', 'ABCD') },
  { productId: `${id(1)}\n` },
  { seenPrice: -1 },
  { seenPrice: null },
  { name: 7 },
])('a line with %j is dropped, and the others stay', (edited) => {
  const lines = [{ ...line, ...edited }, { ...line, productId: id(2) }, null, 'x']
  expect(
    parseBrowserCart(JSON.stringify({ key: KEY, lines })).lines.map(({ productId }) => productId),
  ).toEqual([id(2)])
})

test('of many lines the newest hundred are read, each part once, with a name of a usual length', () => {
  const lines = Array.from({ length: 150 }, (_, n) => ({ ...line, productId: id(n % 120), quantity: n + 1 }))
  const read = parseBrowserCart(JSON.stringify({ key: KEY, lines })).lines
  expect(read).toHaveLength(100)
  expect(new Set(read.map(({ productId }) => productId)).size).toBe(100)
  const long = JSON.stringify({ key: KEY, lines: [{ ...line, name: 'x'.repeat(5000) }] })
  expect(parseBrowserCart(long).lines[0]?.name).toHaveLength(200)
})

test('a browser that stores nothing keeps the cart as long as the page', () => {
  vi.stubGlobal('localStorage', {
    ...storage,
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem() {},
  })
  expect(writeBrowserCart([line])).toBe(false)
  expect(readBrowserCart().lines).toEqual([line])
  removeBrowserCart(readBrowserCart().key)
  expect(readBrowserCart().lines).toEqual([])
})

test('a browser that forbids its storage keeps the cart, too', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readBrowserCart().lines).toEqual([])
  expect(writeBrowserCart([line])).toBe(false)
  expect(readBrowserCart().lines).toEqual([line])
})
