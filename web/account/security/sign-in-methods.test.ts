import { expect, test } from 'vitest'
import { waysOf } from './sign-in-methods.ts'

const names = (options: Parameters<typeof waysOf>[0]) => waysOf(options).map(({ name }) => name)

test('the ways are those on offer and those the account has, in the order of the login page', () => {
  expect(names({ providers: ['password'], methods: ['phone', 'google', 'password', 'totp'] })).toEqual([
    'Email and password',
    'Google',
    'Phone',
  ])
  expect(names({ providers: ['twitter.com'], methods: ['password'] })).toEqual([
    'Email and password',
    'Twitter',
  ])
})

test('a shop’s own provider goes by the name the shop gives it', () => {
  const custom = { providerId: 'oidc.guild', name: 'Mechanics’ Guild' }
  const [way] = waysOf({ providers: ['oidc.guild'], methods: ['custom'], custom })
  expect(way).toMatchObject({ name: 'Mechanics’ Guild', window: 'custom', isLinked: true })
})

test.each([
  { providers: ['password'], methods: ['password', 'google'], canUnlink: [] },
  {
    providers: ['password', 'google.com'],
    methods: ['password', 'google'],
    canUnlink: ['password', 'google.com'],
  },
  // a way that the store no longer offers leads nowhere: it is no other way in
  { providers: ['password', 'github.com'], methods: ['password'], canUnlink: ['github.com'] },
  { providers: ['github.com'], methods: ['password'], canUnlink: [] },
  // whoever reads the mailbox can always come in where links are mailed
  { providers: ['google.com'], methods: ['google', 'emailLink'], canUnlink: ['google.com'] },
])('with $providers of $methods on offer, $canUnlink can go', ({ providers, methods, canUnlink }) => {
  const unlinkable = waysOf({ providers, methods }).filter((way) => way.canUnlink && !way.isOpen)
  expect(unlinkable.map(({ providerId }) => providerId)).toEqual(canUnlink)
})
