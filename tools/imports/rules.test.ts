import { describe, expect, test } from 'vitest'
import { readSource } from './read-imports.ts'
import { checkSource, findCrowdedFolders, findCycles, findFullFolders } from './rules.ts'

describe('allowed imports', () => {
  const allowed: [string, string][] = [
    ['contract/platform/fields.ts', `import * as z from 'zod/mini'; import { x } from './money.ts'`],
    ['contract/sales/orders/orders.ts', `import { deviceName } from '../../people/users/texts.ts'`],
    ['contract/api.ts', `import { placeOrder } from './sales/orders/orders.ts'`],
    [
      'database/open.ts',
      `import pg from 'pg'; import path from 'node:path'; import { x } from '#contract/platform/money.ts'`,
    ],
    ['server/sales/orders/service.ts', `import { reserveStock } from '../../catalog/products/service.ts'`],
    ['server/sales/payments/service.ts', `import { findOrder } from '../orders/service.ts'`],
    ['server/sales/orders/service.ts', `import type { Refund } from '../payments/refunds.ts'`],
    ['server/sales/overview/service.ts', `import { listReviews } from '../../catalog/reviews/service.ts'`],
    ['server/catalog/products/routes.ts', `import { storePicture } from '../pictures.ts'`],
    [
      'server/sales/orders/routes.ts',
      `import { placeOrder } from './service.ts'; import { x } from '../../platform/http/y.ts'`,
    ],
    ['server/background-jobs.ts', `import { expireOrder } from './sales/orders/service.ts'`],
    ['server/sales/orders/expire.ts', `import type { Job } from '../../platform/jobs/jobs.ts'`],
    ['server/docs/schemas.ts', `import { orderSchema } from '#contract/sales/orders/orders.ts'`],
    ['server/app.ts', `import { orderRoutes } from './sales/orders/routes.ts'`],
    ['server/programs/main.ts', `import { composeStore } from '../compose.ts'`],
    [
      'server/compose.ts',
      `import { buildApp } from './app.ts'; import { x } from '#embedded/identity/app.ts'`,
    ],
    ['web/home/home-route.tsx', `import { PartCard } from '../catalog/products/part-card.tsx'`],
    [
      'web/shell/header/header.tsx',
      `import { useSuggestions } from '../../catalog/search/search-suggestions.ts'`,
    ],
    ['web/sales/orders/orders-route.tsx', `import type { Route } from './+types/orders-route.ts'`],
    ['web/sales/orders/orders-route.tsx', `import { requireSession } from '../../platform/auth/guards.ts'`],
    ['web/sales/orders/orders-route.tsx', `import { Stars } from '../../catalog/reviews/stars.tsx'`],
    ['web/platform/api/browser-api.ts', `import { createApiClient } from '#contract/api-client.ts'`],
    ['web/platform/layout/own-styles.ts', `import address from '../../own.css?url'`],
    ['web/catalog/products/part/structured-data.ts', `import { x } from '#drawings/part-drawing.ts'`],
    ['demo/main.ts', `import { runStore } from '#server/programs/main.ts'`],
    ['tools/screens/screenshots.ts', `import { orderBody } from '#demo/purchase.ts'`],
    ['web/routes.ts', `import { x } from './sales/orders/orders-route.tsx'`],
    ['server/platform/config/config.ts', 'export const port = process.env.PORT'],
    ['tools/start.ts', 'export const port = process.env.PORT'],
    [
      'server/sales/orders/status.test.ts',
      `import { freshDatabase } from '#tests/support/database/database.ts'`,
    ],
    [
      'tests/api/sales/orders/orders.test.ts',
      `import { freshDatabase } from '#tests/support/database/database.ts'`,
    ],
    [
      'tests/api/sales/orders/orders.test.ts',
      `import { x } from '#server/app.ts'; const path = process.env.PATH`,
    ],
  ]
  test.each(allowed)('%s may contain %s', (file, text) => expect(rulesBroken(file, text)).toEqual([]))
})

describe('violations', () => {
  const config = 'in the store only server/platform/config/config.ts reads process.env'
  const broken: [string, string, string][] = [
    ['web/platform/ui/a.tsx', `import address from '../../sales/orders/orders.css?url'`, 'an area imports'],
    ['contract/sales/orders/orders.ts', `import { x } from 'kysely'`, 'contract imports zod only'],
    ['contract/sales/orders/orders.ts', `import { readFile } from 'node:fs'`, 'contract imports zod only'],
    ['contract/sales/orders/orders.ts', `import * as z from 'zod'`, 'the browser loads zod/mini'],
    ['contract/platform/fields.ts', `import type { Db } from '#database/open.ts'`, 'imports go down'],
    ['contract/sales/orders/orders.ts', `import { api } from '../../api.ts'`, 'imports go down'],
    [
      'contract/store/content/blogs-texts.ts',
      `import type { Category } from '../../catalog/products/categories.ts'`,
      'an area imports itself and those before it',
    ],
    ['database/open.ts', `import fastify from 'fastify'`, 'database imports Kysely, pg, pg-copy'],
    [
      'database/seed.ts',
      `import { x } from '#server/platform/http/problem.ts'`,
      'the database knows nothing',
    ],
    ['web/home/home-route.tsx', `import pg from 'pg'`, 'pages run in the browser'],
    ['web/platform/layout/price.tsx', `import { readFile } from 'node:fs'`, 'pages run in the browser'],
    ['web/platform/auth/session.ts', `import { x } from '../../people/sign-in/x.tsx'`, 'imports go down'],
    [
      'web/platform/ui/picture.tsx',
      `import { x } from '#contract/sales/orders/orders.ts'`,
      'an area imports',
    ],
    ['web/sales/orders/page.tsx', `import { x } from '../../home/banner.tsx'`, 'imports go down'],
    ['web/people/users/page.tsx', `import { x } from '../../shell/header/header.tsx'`, 'imports go down'],
    ['web/sales/orders/page.tsx', `import { x } from '../../root.tsx'`, 'imports go down'],
    ['web/catalog/products/page.tsx', `import { x } from '../../sales/orders/cells.tsx'`, 'an area imports'],
    [
      'web/catalog/products/page.tsx',
      `export { x } from '../../sales/orders/cells.tsx'; export const y = 1`,
      'an area imports',
    ],
    [
      'web/sales/orders/page.tsx',
      `import { x } from '../payments/payment-route.tsx'`,
      'directly in its folder',
    ],
    ['server/utils/dates.ts', 'export const x = 1', 'named for its subject'],
    ['server/orders/service.ts', 'export const x = 1', 'a folder of server is an area'],
    ['web/features/page.tsx', 'export const x = 1', 'a folder of web is an area'],
    ['server/platform/http/date-utils.ts', 'export const x = 1', 'named for its subject'],
    ['web/platform/ui/Utils.ts', 'export const x = 1', 'named for its subject'],
    [
      'server/platform/http/bind.ts',
      `import { x } from '../../sales/orders/service.ts'`,
      'imports go down, never up a layer',
    ],
    [
      'server/platform/http/bind.ts',
      `import { x } from '#contract/sales/orders/orders.ts'`,
      'an area imports',
    ],
    ['server/app.ts', `import { x } from './compose.ts'`, 'imports go down'],
    ['server/sales/orders/service.ts', `import { x } from '../../app.ts'`, 'imports go down'],
    ['server/sales/orders/service.ts', `import { x } from '../../docs/schemas.ts'`, 'imports go down'],
    ['server/sales/orders/service.ts', `import { x } from '../../programs/command.ts'`, 'imports go down'],
    [
      'server/catalog/products/service.ts',
      `import { x } from '../../sales/orders/service.ts'`,
      'an area imports itself and those before it',
    ],
    [
      'server/people/users/service.ts',
      `import { x } from '../../catalog/reviews/service.ts'`,
      'an area imports itself and those before it',
    ],
    [
      'server/sales/orders/service.ts',
      `import { x } from '../../catalog/products/routes.ts'`,
      'directly in its folder',
    ],
    [
      'server/sales/orders/service.ts',
      `import type { X } from '../payments/provider/stripe.ts'`,
      'directly in its folder',
    ],
    ['server/app.ts', `import { x } from '#embedded/cards/app.ts'`, 'only the top layer mounts'],
    [
      'embedded/cards/app.ts',
      `import { x } from '#server/platform/http/problem.ts'`,
      'knows nothing of the store',
    ],
    [
      'embedded/cards/app.ts',
      `import { x } from '../identity/tokens.ts'`,
      'providers do not know each other',
    ],
    ['web/sales/orders/page.tsx', `import { x } from '#server/app.ts'`, 'only by the contract'],
    ['web/sales/orders/page.tsx', `type Row = import('#database/rows.ts').OrderRow`, 'only by the contract'],
    ['web/sales/orders/page.tsx', `const x = await import('#embedded/cards/app.ts')`, 'only by the contract'],
    ['web/sales/orders/page.tsx', `import * as z from 'zod'`, 'the browser loads zod/mini'],
    ['drawings/registry.ts', `import { x } from '#contract/platform/money.ts'`, 'a library of their own'],
    ['drawings/registry.ts', `import { x } from 'node:path'`, 'drawings import no package'],
    ['server/programs/main.ts', `import { x } from '#demo/catalogue/seed.ts'`, 'does not know the demo'],
    ['server/platform/http/render-web.ts', `import { x } from '#web/root.tsx'`, 'nothing but the pages'],
    [
      'server/sales/orders/service.ts',
      `import { x } from '#tests/support/database/database.ts'`,
      'only tests import tests',
    ],
    ['server/sales/orders/service.ts', `import { x } from './status.test.ts'`, 'only tests import tests'],
    [
      'server/sales/orders/service.ts',
      `import { x } from '#server/platform/http/problem.ts'`,
      'an import is relative',
    ],
    [
      'server/sales/orders/service.ts',
      `import { x } from '../../../contract/platform/money.ts'`,
      'begins with #contract/',
    ],
    ['server/sales/orders/service.ts', 'const port = process.env.PORT', config],
    ['server/sales/orders/service.ts', 'const { env } = process', config],
    ['server/sales/orders/service.ts', `import { env } from 'node:process'`, config],
    [
      'server/sales/orders/all.ts',
      `export * from './service.ts'; export { x } from './routes.ts'`,
      'no barrels',
    ],
    ['server/sales/orders/utils.ts', 'export const x = 1', 'named for its subject'],
    ['web/platform/ui/index.tsx', 'export const x = 1', 'named for its subject'],
  ]
  test.each(broken)('%s must not contain %s', (file, text, rule) => {
    expect(rulesBroken(file, text).join('\n')).toMatch(new RegExp(rule))
  })
})

test('a violation names its file, its line and the import', () => {
  const text = `import { a } from './a.ts'\n\nimport { b } from '../../catalog/products/routes.ts'\n`
  expect(checkSource(readSource('server/sales/orders/service.ts', text))).toEqual([
    {
      file: 'server/sales/orders/service.ts',
      line: 3,
      rule: 'imports ../../catalog/products/routes.ts: of another noun, only modules directly in its folder are imported, and never its routes',
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

test('a folder of over 20 modules is only reported, style sheets counted, until it has over 25', () => {
  const files = Array.from({ length: 20 }, (_, n) => `web/sales/orders/cell-${n}.tsx`)
  expect(findFullFolders(files)).toEqual([])
  const full = [...files, 'web/sales/orders/orders.css']
  expect(findFullFolders(full)).toMatchObject([
    { file: 'web/sales/orders', rule: expect.stringContaining('21 modules') },
  ])
  expect(findCrowdedFolders(full)).toEqual([])
  expect(findFullFolders([...full, ...full.slice(0, 5)])).toEqual([])
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
