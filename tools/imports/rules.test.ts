import { describe, expect, test } from 'vitest'
import { readSource } from './read-imports.ts'
import { checkSource, findCrowdedFolders, findCycles } from './rules.ts'

describe('allowed imports', () => {
  const allowed: [string, string][] = [
    ['contract/orders.ts', `import * as z from 'zod/mini'; import { idSchema } from './fields.ts'`],
    [
      'database/open.ts',
      `import pg from 'pg'; import path from 'node:path'; import { x } from '#contract/money.ts'`,
    ],
    ['server/orders/service.ts', `import { reserveStock } from '../products/service.ts'`],
    ['server/payments/service.ts', `import { findOrder } from '../orders/service.ts'`],
    ['server/overview/service.ts', `import { listReviews } from '../reviews/service.ts'`],
    [
      'server/orders/routes.ts',
      `import { placeOrder } from './service.ts'; import { x } from '../http/y.ts'`,
    ],
    ['server/background-jobs.ts', `import { expireOrder } from './orders/service.ts'`],
    ['server/orders/expire.ts', `import type { Job } from '../jobs/jobs.ts'`],
    ['server/main.ts', `import { composeStore } from './compose.ts'`],
    [
      'server/compose.ts',
      `import { buildApp } from './app.ts'; import { x } from '#embedded/identity/app.ts'`,
    ],
    ['web/home/home-route.tsx', `import { PartCard } from '../products/part-card.tsx'`],
    ['web/orders/orders-route.tsx', `import type { Route } from './+types/orders-route.ts'`],
    ['web/layout/account-menu.tsx', `import { useSession } from '../account/session/session-state.ts'`],
    ['web/orders/orders-route.tsx', `import { requireSession } from '../account/session/guards.ts'`],
    ['web/catalog/part/structured-data.ts', `import { x } from '#drawings/part-drawing.ts'`],
    ['demo/main.ts', `import { runStore } from '#server/main.ts'`],
    ['tools/screenshots.ts', `import { orderBody } from '#demo/purchase.ts'`],
    ['web/routes.ts', `import { x } from './orders/orders-route.tsx'`],
    ['server/config.ts', 'export const port = process.env.PORT'],
    ['tools/start.ts', 'export const port = process.env.PORT'],
    ['server/orders/status.test.ts', `import { freshDatabase } from '#tests/support/database/database.ts'`],
    [
      'tests/api/orders/orders.test.ts',
      `import { freshDatabase } from '#tests/support/database/database.ts'`,
    ],
    ['tests/api/orders/orders.test.ts', `import { x } from '#server/app.ts'; const path = process.env.PATH`],
  ]
  test.each(allowed)('%s may contain %s', (file, text) => expect(rulesBroken(file, text)).toEqual([]))
})

describe('violations', () => {
  const broken: [string, string, string][] = [
    ['contract/orders.ts', `import { x } from 'kysely'`, 'contract imports zod only'],
    ['contract/orders.ts', `import { readFile } from 'node:fs'`, 'contract imports zod only'],
    ['contract/orders.ts', `import * as z from 'zod'`, 'the browser loads zod/mini'],
    ['contract/orders.ts', `import type { Db } from '#database/open.ts'`, 'imports go down'],
    ['database/open.ts', `import fastify from 'fastify'`, 'database imports Kysely, pg, pg-copy'],
    ['database/seed.ts', `import { x } from '#server/http/problem.ts'`, 'the database knows nothing'],
    ['web/home/home-route.tsx', `import pg from 'pg'`, 'pages run in the browser'],
    ['web/orders/orders-route.tsx', `import { x } from '../account/sign-in/x.tsx'`, 'features do not import'],
    ['web/account/session/session.ts', `import { x } from '../sign-in/x.tsx'`, 'imports go down'],
    ['web/layout/shop/price.tsx', `import { readFile } from 'node:fs'`, 'pages run in the browser'],
    ['server/utils/dates.ts', 'export const x = 1', 'named for its subject'],
    ['server/http/date-utils.ts', 'export const x = 1', 'named for its subject'],
    ['web/ui/Utils.ts', 'export const x = 1', 'named for its subject'],
    ['server/http/bind.ts', `import { x } from '../orders/service.ts'`, 'imports go down'],
    ['server/app.ts', `import { x } from './compose.ts'`, 'imports go down'],
    ['server/orders/service.ts', `import { x } from '../app.ts'`, 'imports go down'],
    ['server/jobs/expire.ts', `import { expireOrder } from '../orders/service.ts'`, 'imports go down'],
    ['server/products/service.ts', `import { x } from '../orders/service.ts'`, 'payments import orders'],
    ['server/users/service.ts', `import { x } from '../reviews/service.ts'`, 'payments import orders'],
    ['server/orders/service.ts', `import { x } from '../products/routes.ts'`, 'directly in its folder'],
    [
      'server/orders/service.ts',
      `import type { X } from '../products/search/terms.ts'`,
      'directly in its folder',
    ],
    ['server/app.ts', `import { x } from '#embedded/cards/app.ts'`, 'only the top layer mounts'],
    ['embedded/cards/app.ts', `import { x } from '#server/http/problem.ts'`, 'knows nothing of the store'],
    [
      'embedded/cards/app.ts',
      `import { x } from '../identity/tokens.ts'`,
      'providers do not know each other',
    ],
    ['web/orders/page.tsx', `import { x } from '#server/orders/service.ts'`, 'only by the contract'],
    ['web/orders/page.tsx', `type Row = import('#database/rows.ts').OrderRow`, 'only by the contract'],
    ['web/orders/page.tsx', `const x = await import('#embedded/cards/app.ts')`, 'only by the contract'],
    ['web/orders/page.tsx', `import * as z from 'zod'`, 'the browser loads zod/mini'],
    ['drawings/registry.ts', `import { x } from '#contract/money.ts'`, 'a library of their own'],
    ['drawings/registry.ts', `import { x } from 'node:path'`, 'drawings import no package'],
    ['server/main.ts', `import { x } from '#demo/catalogue/seed.ts'`, 'does not know the demo'],
    ['web/orders/page.tsx', `import { x } from '../products/part.tsx'`, 'features do not import each other'],
    [
      'web/orders/page.tsx',
      `export { x } from '../home/banner.tsx'; export const y = 1`,
      'features do not import',
    ],
    ['web/ui/button.tsx', `import { x } from '../orders/page.tsx'`, 'imports go down'],
    ['web/orders/page.tsx', `import { x } from '../root.tsx'`, 'imports go down'],
    ['server/http/render-web.ts', `import { x } from '#web/root.tsx'`, 'nothing but the pages'],
    [
      'server/orders/service.ts',
      `import { x } from '#tests/support/database/database.ts'`,
      'only tests import tests',
    ],
    ['server/orders/service.ts', `import { x } from './status.test.ts'`, 'only tests import tests'],
    ['server/orders/service.ts', `import { x } from '#server/http/problem.ts'`, 'an import is relative'],
    ['server/orders/service.ts', `import { x } from '../../contract/money.ts'`, 'begins with #contract/'],
    [
      'server/orders/service.ts',
      'const port = process.env.PORT',
      'in the store only server/config.ts reads process.env',
    ],
    [
      'server/orders/service.ts',
      'const { env } = process',
      'in the store only server/config.ts reads process.env',
    ],
    [
      'server/orders/service.ts',
      `import { env } from 'node:process'`,
      'in the store only server/config.ts reads process.env',
    ],
    ['server/orders/all.ts', `export * from './service.ts'; export { x } from './routes.ts'`, 'no barrels'],
    ['server/orders/utils.ts', 'export const x = 1', 'named for its subject'],
    ['web/ui/index.tsx', 'export const x = 1', 'named for its subject'],
  ]
  test.each(broken)('%s must not contain %s', (file, text, rule) => {
    expect(rulesBroken(file, text).join('\n')).toMatch(new RegExp(rule))
  })
})

test('a violation names its file, its line and the import', () => {
  const text = `import { a } from './a.ts'\n\nimport { b } from '../products/routes.ts'\n`
  expect(checkSource(readSource('server/orders/service.ts', text))).toEqual([
    {
      file: 'server/orders/service.ts',
      line: 3,
      rule: 'imports ../products/routes.ts: of another noun, only modules directly in its folder are imported, and never its routes',
    },
  ])
})

test('a cycle of value, type-only and lazy imports is found', () => {
  const cycle = findCycles([
    readSource('web/ui/a.ts', `import { b } from './b.ts'`),
    readSource('web/ui/b.ts', `import type { C } from './c.ts'`),
    readSource('web/ui/c.ts', `export const load = () => import('./a.ts')`),
    readSource('web/ui/d.ts', `import { b } from './b.ts'; import { c } from './c.ts'`),
  ])
  expect(cycle).toEqual([
    {
      file: 'web/ui/c.ts',
      line: 1,
      rule: 'closes a cycle: web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts',
    },
  ])
})

test('a folder with more than 25 modules is a violation', () => {
  const files = Array.from({ length: 25 }, (_, at) => `web/ui/part-${at}.ts`)
  expect(findCrowdedFolders([...files, 'web/ui/forms/field.tsx'])).toEqual([])
  expect(findCrowdedFolders([...files, 'web/ui/field.tsx'])).toMatchObject([
    { file: 'web/ui', rule: expect.stringContaining('26 modules') },
  ])
})

test('two paths to one file are no cycle', () => {
  const sources = [
    readSource('web/ui/a.ts', `import './b.ts'; import './c.ts'`),
    readSource('web/ui/b.ts', `import './c.ts'`),
    readSource('web/ui/c.ts', 'export const c = 1'),
  ]
  expect(findCycles(sources)).toEqual([])
})

function rulesBroken(file: string, text: string): string[] {
  return checkSource(readSource(file, text)).map(({ rule }) => rule)
}
