import { expect, test } from 'vitest'
import { memoryShelves } from '#tests/support/browser-token.ts'
import { DEVICE_KEY, deviceName } from './device.ts'

test('a browser gives itself a name once, and keeps it', () => {
  const { local } = memoryShelves()
  const name = deviceName(local)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(deviceName(local)).toBe(name)
  expect(deviceName(memoryShelves().local)).not.toBe(name)
})

test('a name that the store would not take is replaced', () => {
  const { local } = memoryShelves()
  local.setItem(DEVICE_KEY, 'not a name')
  const name = deviceName(local)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(local.getItem(DEVICE_KEY)).toBe(name)
})

test('a browser that keeps nothing has no name', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  expect(deviceName({ getItem: refuse, setItem: refuse })).toBeUndefined()
  expect(deviceName({ getItem: () => null, setItem: refuse })).toBeUndefined()
})
