import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorages } from '#tests/support/browser-token.ts'
import { readDraft, removeDraft, removeDrafts, writeDraft } from './draft-storage.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorages().session))
afterEach(() => vi.unstubAllGlobals())

const keys = Array.from({ length: 20 }, (_, index) => `entry ${index}`)

test('a draft is read until it is removed, and the others stay', () => {
  writeDraft('a', 'first')
  writeDraft('b', 'second')
  removeDraft('a')
  removeDraft('never written')
  expect([readDraft('a'), readDraft('b')]).toEqual([undefined, 'second'])
})

test('the twenty drafts written last are kept, and the oldest ones are dropped', () => {
  for (const key of keys) writeDraft(key, 'text')
  writeDraft('entry 0', 'written again')
  writeDraft('newest', 'text')
  expect(readDraft('entry 0')).toBe('written again')
  expect(readDraft('entry 1')).toBeUndefined()
  for (const key of [...keys.slice(2), 'newest']) expect(readDraft(key), key).toBe('text')
})

test('after the end of a session there is no draft', () => {
  for (const key of keys) writeDraft(key, 'text')
  removeDrafts()
  expect(keys.map(readDraft)).toEqual(keys.map(() => undefined))
  expect(sessionStorage.getItem('drafts')).toBeNull()
})

test('a stored item that is no JSON counts as no drafts', () => {
  sessionStorage.setItem('drafts', '{')
  expect(readDraft('a')).toBeUndefined()
  writeDraft('a', 'text')
  expect(readDraft('a')).toBe('text')
})
