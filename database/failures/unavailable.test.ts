import pg from 'pg'
import { expect, test } from 'vitest'
import { isStorageFull } from './unavailable.ts'

const fromDatabase = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
const fromNode = (code: string) => Object.assign(new Error(`${code}: write`), { code })

test.each([
  fromDatabase('53100', 'could not extend file "base/5/16400": No space left on device'),
  fromDatabase('58030', 'could not write to file "base/pgsql_tmp/1": No space left on device'),
  fromDatabase('XX000', 'could not write block 7 of relation base/5/1: Disk quota exceeded'),
  fromNode('ENOSPC'),
  fromNode('EDQUOT'),
  fromNode('EFBIG'),
])('$code $message means that the storage is full', (error) => {
  expect(isStorageFull(error)).toBe(true)
})

test.each([
  fromDatabase('58030', 'could not read block 3 in file "base/5/1": Input/output error'),
  // The message may quote user input.
  fromDatabase('22P02', 'invalid input syntax for type uuid: "No space left on device"'),
  fromDatabase('53300', 'sorry, too many clients already'),
  fromNode('ENOENT'),
  new Error('No space left on device'),
  'ENOSPC',
])('%s does not mean that the storage is full', (error) => {
  expect(isStorageFull(error)).toBe(false)
})
