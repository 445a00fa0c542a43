import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../../../..')
const TYPESCRIPT_HOOK = path.join(ROOT, 'tests/support/http/classic-typescript.ts')
const GENERATOR = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc')

/** Each constant must be a type error: `tsc` fails where an expected error is missing. */
const WRONG_PROGRAM = `import type { components, paths } from './partsline.ts'
// @ts-expect-error an order names its part
export const order: components['schemas']['NewOrder'] = { email: 'a@b.c', address: 'x', phone: '1', location: 'y', price: 1 }
// @ts-expect-error no such order
export const query: paths['/service']['get']['parameters']['query'] = { sort: 'colour' }
// @ts-expect-error not a code of this call
export const code: paths['/order']['post']['responses'][409]['content']['application/problem+json']['code'] = 'last_admin'
// @ts-expect-error a list may be empty
export const name: string = ([] as components['schemas']['Product'][])[0].name
`

let shop: Shop
let buyer: Person
let address: string
let folder: string

beforeAll(async () => {
  shop = await openShop()
  await shop.part({ minimumOrder: 2 })
  buyer = await shop.buyer()
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await shop.close()
})

test('the program of docs/api-client.md compiles with the generated types, orders and reports refusals', {
  tags: 'long',
}, async () => {
  const [command = '', program = ''] = await readExamples()
  expect(command).toContain('http://localhost:3000/api/openapi.json -o partsline.ts')
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(path.join(folder, 'program.ts'), program)
  await writeFile(path.join(folder, 'wrong.ts'), WRONG_PROGRAM)
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await runNode('--import', TYPESCRIPT_HOOK, GENERATOR, ...argumentsOf(command))
  await runNode(COMPILER, '--project', '.')
  const { stdout } = await runNode('program.ts')
  expect(stdout.trim().split('\n')).toEqual([
    'refused: The price of this part has changed. Please look at the new price and order again.',
    'refused: address: Address is required',
    expect.stringMatching(/^ordered: 2 for [\d.]+ usd$/),
  ])
})

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'ES2024',
  module: 'NodeNext',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules/@types')],
}

/** Returns the code blocks of docs/api-client.md: the command, then the program. */
async function readExamples(): Promise<string[]> {
  const page = await readFile(path.join(ROOT, 'docs/api-client.md'), 'utf8')
  return [...page.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}

/** Returns the arguments of openapi-typescript, with the address of this store. */
function argumentsOf(command: string): string[] {
  const [, , ...rest] = command.trim().split(' ')
  return rest.map((word) => word.replace('http://localhost:3000', address))
}

/** Runs a program with Node; the error of a failure contains its output. */
function runNode(...args: string[]) {
  const env = { ...process.env, STORE: address, TOKEN: buyer.token, EMAIL: buyer.email }
  return run(process.execPath, args, { cwd: folder, env }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
}
