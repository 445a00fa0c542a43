import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { type Column, columns, declaredRow } from '../../../support/http/authorization.ts'

/*
 * The security documents and docs/dependencies.md. The authorization table is generated from the contract:
 * `npx vitest run tests/api/platform/security/security-documents.test.ts -u` writes it.
 */
const ROOT = path.join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const titles: Record<Column, string> = {
  anonymous: 'anonymous',
  owner: 'customer, own',
  other: 'customer, other’s',
  catalogue: 'catalogue',
  orders: 'orders',
  accounts: 'accounts',
  viewer: 'viewer',
  admin: 'admin',
  adminOwn: 'admin, own',
}

const tokens = {
  public: 'none',
  'identity-token': 'ID token of the identity provider',
  'signed-in': 'access token',
  signature: 'signature of the card provider',
}

function requirement({ access }: Endpoint): string {
  if (typeof access === 'string') return tokens[access]
  return [access.permission].flat().join(' or ')
}

function authorizationTable(): string {
  const names = Object.keys(api) as EndpointName[]
  const rows = names.map((name) => {
    const endpoint = api[name]
    const row = declaredRow(endpoint)
    const call = `\`${endpoint.method} /api${endpoint.path}\``
    return [call, requirement(endpoint), ...columns.map((column) => row[column])]
  })
  const head = ['call', 'requires', ...columns.map((column) => titles[column])]
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `# Who may call what

Made from the declarations of the endpoints in \`contract/\`; \`tests/api/platform/security/authorization.test.ts\` calls every cell and compares
it with a table written by hand. A call requires a token, or a permission of the caller's role (\`contract/platform/auth/roles.ts\`).
The numbers are statuses of a well-formed call: 401 without a valid token, 403 for the wrong role, another account's email
address, or an object of another account that the caller may see but not change; 404 for another account's object otherwise,
as for one that does not exist; 400 for a webhook without a valid signature. An object is *own* if it has the caller's user
id, an email address if it is that of the caller's account; for these every role has the rights of a customer, and the
columns of staff are about another account's. Some states reject a call that the table allows, such as deleting a paid order
(409). With \`ADMIN_MFA=required\` staff who signed in without a second factor count as customers.

${lines.join('\n')}
`
}

test('the authorization table is that of the declared endpoints', async () => {
  await expect(authorizationTable()).toMatchFileSnapshot(path.join(ROOT, 'docs/security/authorization.md'))
})

test.each(['SECURITY.md', 'docs/security/asvs.md'])('the modules and links of %s exist', (document) => {
  const named = [...read(document).matchAll(/`([a-z]+\/[\w./-]+\.(?:tsx?|mjs|md))`/g)].map(([, file]) => file)
  const linked = [...read(document).matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, file]) => file)
  const missing = [...named, ...linked].filter((file = '') => !existsSync(path.join(ROOT, file)))
  expect(missing).toEqual([])
})

test('SECURITY.md names every table, and no table that does not exist', async () => {
  const database = await freshDatabase()
  const { rows } = await sql<{ name: string }>`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
    from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    database.db,
  )
  await database.close()
  const [, stored = ''] = read('SECURITY.md').split('## What is stored')
  const [table = ''] = stored.split('\n## ')
  const cells = table.split('\n').map((line) => line.split('|')[2] ?? '')
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name))
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('every dependency has an exact version and is named in docs/dependencies.md', () => {
  const packageSchema = z.record(z.string(), z.string()).optional()
  const wanted = z
    .object({
      dependencies: packageSchema,
      devDependencies: packageSchema,
      optionalDependencies: packageSchema,
    })
    .parse(JSON.parse(read('package.json')))
  const versions = Object.values(wanted).flatMap((group) => Object.entries(group ?? {}))
  const loose = versions.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(loose).toEqual([])
  const named = [...read('docs/dependencies.md').matchAll(/`([@\w][\w./-]*\*?)`/g)]
  const patterns = named.map(([, name = '']) => name)
  const isNamed = (name: string) =>
    patterns.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name))
  expect(versions.map(([name]) => name).filter((name) => !isNamed(name))).toEqual([])
})

test('every ASVS section that applies has an entry in the column of its test', () => {
  const rows = read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThan(50)
  const untested = rows.filter(([, , met, , shown]) => met !== '–' && shown === '–')
  expect(untested.map(([, section]) => section)).toEqual([])
})
