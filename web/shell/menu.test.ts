import { expect, test } from 'vitest'
import { type Role, roles } from '#contract/platform/auth/roles.ts'
import { customerMenu, officeMenu, quickEntries } from './menu.ts'

const menuOf = (role: Role) =>
  officeMenu(role).map(({ title, entries }) => `${title}: ${entries.map(({ text }) => text).join(', ')}`)

test('the links of a customer are My Profile, My Orders and Add Review, then the account page', () => {
  expect(customerMenu.entries.map(({ text }) => text)).toEqual(['My Profile', 'My Orders', 'Add Review'])
  expect(customerMenu.additions.map(({ text }) => text)).toEqual(['Addresses', 'Account'])
  expect(officeMenu('user')).toEqual([])
})

test('the menu of an admin has every page in groups, the overview first', () => {
  expect(menuOf('admin')).toEqual([
    'Work: Overview, Manage Orders',
    'Catalogue: Add Product, Manage Product, Import Parts, Reviews, Categories, Part Types, Attributes',
    'People: Make Admin, Estimates, Subscribers',
    'Shop: Store, Audit, Failed Mails, Failed Jobs',
    'You: My Profile, Account',
  ])
})

test('staff see the pages of their permissions only, and no empty group', () => {
  expect(menuOf('catalogue')).toEqual([
    'Work: Overview',
    'Catalogue: Add Product, Manage Product, Import Parts, Reviews, Categories, Part Types, Attributes',
    'You: My Profile, Account',
  ])
  expect(menuOf('orders')).toEqual([
    'Work: Overview, Manage Orders',
    'People: Estimates, Subscribers',
    'You: My Profile, Account',
  ])
  expect(menuOf('accounts')).toEqual([
    'Work: Overview, Manage Orders',
    'Shop: Audit, Failed Mails, Failed Jobs',
    'You: My Profile, Account',
  ])
  expect(menuOf('viewer')).toEqual([
    'Work: Overview, Manage Orders',
    'People: Estimates, Subscribers',
    'Shop: Audit, Failed Mails, Failed Jobs',
    'You: My Profile, Account',
  ])
})

test('the bar of phones has four entries at most, all of the menu of that role', () => {
  expect(quickEntries('admin').map(({ text }) => text)).toEqual([
    'Overview',
    'Manage Orders',
    'Manage Product',
    'Estimates',
  ])
  for (const role of roles) {
    const entries = officeMenu(role).flatMap((group) => group.entries)
    expect(quickEntries(role).length).toBeLessThanOrEqual(4)
    expect(entries).toEqual(expect.arrayContaining(quickEntries(role)))
  }
})
