import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { pageShots, pathOf } from './screenshot-shots.ts'

const IDS = {
  part: 'a-part',
  soldOut: 'a-part-sold-out',
  order: 'an-order',
  paidOrder: 'a-paid-order',
  cartOrder: 'an-order-of-parts',
  resetLink: '/reset-password?oobCode=a',
}

test('every page of the store is in the list of screenshots', () => {
  const addresses = pageShots.map((shot) => new URL(pathOf(shot, IDS), 'http://store').pathname)
  const pages = pagesOf(routes, '')
  const unseen = pages.filter(
    (page) => page !== '/*' && !addresses.some((address) => matchPath(page, address)),
  )
  expect(unseen).toEqual([])
  // At least one address matches no page but the one for unknown addresses.
  expect(
    addresses.filter((address) => !pages.some((page) => page !== '/*' && matchPath(page, address))),
  ).not.toEqual([])
})

test('the names of the pages’ shots are unique', () => {
  const names = pageShots.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

/** The addresses of pages, without frames and files. */
function pagesOf(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const address = path ? `${parent}/${path}` : parent
    if (children) return pagesOf(children, address)
    return file.endsWith('.tsx') && (path || index) ? [address || '/'] : []
  })
}
