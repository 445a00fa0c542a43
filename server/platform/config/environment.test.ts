import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { VARIABLES } from './config.ts'
import { ConfigError } from './config-error.ts'
import { addEnvFile, type Environment } from './environment.ts'

let file: string
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'env-')), '.env')
})
afterEach(() => rmSync(path.dirname(file), { recursive: true }))

function load(text: string, env: Environment = {}): string[] {
  writeFileSync(file, text)
  return addEnvFile(file, env, VARIABLES)
}

/** The lines below the heading of the refusal. */
function refusal(load: () => unknown): string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

test('the environment wins over the file, also with an empty value', () => {
  const env: Environment = { PORT: '1', DATABASE_URL: '' }
  const text = '\uFEFFSTORE_MODE=production\r\nPORT=2\r\nHOST=::1\r\nDATABASE_URL=postgres://localhost'
  expect(load(text, env)).toEqual([])
  expect(env).toEqual({ PORT: '1', STORE_MODE: 'production', HOST: '::1', DATABASE_URL: '' })
})

test('an empty STORE_MODE does not make a demo of the production in the file', () => {
  expect(refusal(() => load('STORE_MODE=production', { STORE_MODE: '' }))).toEqual([
    '  - STORE_MODE is empty in the environment and set in .env: remove one of them',
  ])
})

test('without a file nothing is added', () => {
  expect(addEnvFile(file, {}, VARIABLES)).toEqual([])
})

test.each([
  ['TAX_RAT', 'TAX_RATE'],
  ['tax_rate', 'TAX_RATE'],
  ['TAXRATE', 'TAX_RATE'],
  ['TAX-RATE', 'TAX_RATE'],
  ['TXA_RATE', 'TAX_RATE'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['DATABSE_URI', 'DATABASE_URL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['STORE_MAME', 'STORE_NAME'],
  ['port', 'PORT'],
])('%s is named as a slip of %s, in the file and in the environment', (name, meant) => {
  const of = (place: string) => `${name} in ${place} is not a variable of the store. Did you mean ${meant}?`
  expect(load(`${name}=19`)).toEqual([of('.env')])
  expect(load('', { [name]: '19' })).toEqual([of('the environment')])
})

test.each([
  'PATH',
  'HOSTNAME',
  'POST',
  'HOSTS',
  'MAIL',
  'NODE_ENV',
  'PGHOST',
  'STORE_PORT',
  'A'.repeat(100_000),
])('other programs have a variable %.20s: it is named in the file alone', (name) => {
  expect(load(`${name}=x`)).toEqual([`${name} in .env is not a variable of the store`])
  expect(load('', { [name]: 'x' })).toEqual([])
})

test.each(['STORE_MOD', 'STOREMODE', 'STORE-MODE', 'store_mode', 'STROE_MODE', 'STORE_MODES', 'STORE_NODE'])(
  '%s may mean STORE_MODE: the store does not start',
  (name) => {
    for (const value of ['production', 'demo', 'prod']) {
      const of = (place: string) =>
        `  - ${name} in ${place} is not a variable of the store. Did you mean STORE_MODE?`
      expect(refusal(() => load(`${name}=${value}`))).toEqual([of('.env')])
      expect(refusal(() => load('', { [name]: value }))).toEqual([of('the environment')])
      expect(refusal(() => load('STORE_MODE=production', { [name]: value }))).toEqual([of('the environment')])
    }
  },
)

test.each(['MODE', 'SHOP_MODE', 'NODE_ENV'])('%s=production in the file may mean STORE_MODE', (name) => {
  expect(refusal(() => load(`${name}=production`))).toEqual([
    `  - ${name} in .env is not a variable of the store. Did you mean STORE_MODE?`,
  ])
  expect(refusal(() => load(`${name}=production\nSTORE_MODE=demo`))).toEqual([])
  expect(load('', { [name]: 'production' })).toEqual([])
})

test('all faults of the file are listed, and STORE_MODE with two values is one', () => {
  expect(refusal(() => load('STORE_MODE=demo\nPORT 1\nHOST: x\nSTORE_MODE=production'))).toEqual([
    '  - .env line 2 is not NAME=value',
    '  - .env line 3 is not NAME=value',
    '  - .env has STORE_MODE twice, with different values',
  ])
})

test('another name with two values is named', () => {
  const env: Environment = {}
  expect(load('PORT=1\nPORT=2', env)).toEqual(['.env has PORT twice: the last one counts'])
  expect(env).toEqual({ PORT: '2' })
})

test('a file .env.txt or a folder .env is refused', () => {
  writeFileSync(`${file}.txt`, 'STORE_MODE=production')
  expect(refusal(() => addEnvFile(file, {}, VARIABLES))).toEqual([
    '  - .env.txt is not read: rename it to .env',
  ])
  mkdirSync(file)
  expect(refusal(() => addEnvFile(file, {}, VARIABLES))).toEqual([
    expect.stringContaining('.env cannot be read: EISDIR'),
  ])
})
