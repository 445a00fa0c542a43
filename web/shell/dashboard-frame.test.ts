import { expect, test } from 'vitest'
import { menuOf } from './dashboard-frame.tsx'

const texts = (isAdmin: boolean) => menuOf(isAdmin).entries.map(({ text }) => text)

test('the first links of a customer are My Profile, My Orders and Add Review', () => {
  expect(texts(false)).toEqual(['My Profile', 'My Orders', 'Add Review'])
})

test('the first links of an admin are My Profile and four admin pages', () => {
  expect(texts(true)).toEqual(['My Profile', 'Add Product', 'Manage Product', 'Manage Orders', 'Make Admin'])
})

test('the menu adds the account page for every user, and seven pages for admins', () => {
  const additions = (isAdmin: boolean) => menuOf(isAdmin).additions.map(({ text }) => text)
  expect(additions(true)).toEqual([
    'Account',
    'Overview',
    'Import Parts',
    'Reviews',
    'Estimates',
    'Subscribers',
    'Failed Mails',
    'Failed Jobs',
  ])
  expect(additions(false)).toEqual(['Account'])
})
