import { expect, test } from 'vitest'
import { signInMethodsOf } from './account-sign-in-methods.ts'

const names = (options: Parameters<typeof signInMethodsOf>[0]) =>
  signInMethodsOf(options).map(({ name }) => name)

test('the methods are those on offer and those of the account, in a fixed order', () => {
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

test('the custom provider has its configured name', () => {
  const custom = { providerId: 'oidc.guild', name: 'Mechanics’ Guild' }
  const [method] = signInMethodsOf({ providers: ['oidc.guild'], methods: ['custom'], custom })
  expect(method).toMatchObject({ name: 'Mechanics’ Guild', popup: 'custom', isLinked: true })
})

test.each([
  { providers: ['password'], methods: ['password', 'google'], canUnlink: [] },
  {
    providers: ['password', 'google.com'],
    methods: ['password', 'google'],
    canUnlink: ['password', 'google.com'],
  },
  // a method that the store no longer offers does not count as another one
  { providers: ['password', 'github.com'], methods: ['password'], canUnlink: ['github.com'] },
  { providers: ['github.com'], methods: ['password'], canUnlink: [] },
  // where sign-in links are mailed, the owner of the mailbox can sign in without a linked method
  { providers: ['google.com'], methods: ['google', 'emailLink'], canUnlink: ['google.com'] },
])(
  'with $providers of $methods on offer, $canUnlink can be unlinked',
  ({ providers, methods, canUnlink }) => {
    const unlinkable = signInMethodsOf({ providers, methods }).filter(
      (method) => method.canUnlink && !method.worksUnlinked,
    )
    expect(unlinkable.map(({ providerId }) => providerId)).toEqual(canUnlink)
  },
)
