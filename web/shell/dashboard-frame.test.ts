import { expect, test } from 'vitest'
import type { Role } from '#contract/platform/auth/roles.ts'
import { menuOf } from './dashboard-frame.tsx'

const texts = (role: Role) => menuOf(role).entries.map(({ text }) => text)

test('the first links of a customer are My Profile, My Orders and Add Review', () => {
  expect(texts('user')).toEqual(['My Profile', 'My Orders', 'Add Review'])
})

test('the first links of an admin are My Profile and four admin pages', () => {
  expect(texts('admin')).toEqual([
    'My Profile',
    'Add Product',
    'Manage Product',
    'Manage Orders',
    'Make Admin',
  ])
})

test('the menu adds the account page for every user, and seven pages for admins', () => {
  const additions = (role: Role) => menuOf(role).additions.map(({ text }) => text)
  expect(additions('admin')).toEqual([
    'Account',
    'Overview',
    'Import Parts',
    'Reviews',
    'Estimates',
    'Subscribers',
    'Failed Mails',
    'Failed Jobs',
  ])
  expect(additions('user')).toEqual(['Account'])
})

test('staff see the pages of their permissions only', () => {
  const all = (role: Role) => {
    const { entries, additions } = menuOf(role)
    return [...entries, ...additions].map(({ text }) => text)
  }
  expect(all('catalogue')).toEqual([
    'My Profile',
    'Add Product',
    'Manage Product',
    'Account',
    'Overview',
    'Import Parts',
    'Reviews',
  ])
  expect(all('orders')).toEqual([
    'My Profile',
    'Manage Orders',
    'Account',
    'Overview',
    'Estimates',
    'Subscribers',
  ])
})
