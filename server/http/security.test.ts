import { expect, test } from 'vitest'
import { pagePolicy } from './security.ts'

const noParties = { captcha: false, stripe: false, hot: false }

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

test('a store that has everything of its own lets pages fetch and run nothing from elsewhere', () => {
  const policy = pagePolicy('<html></html>', noParties)
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    expect(directive(policy, name)).toEqual(["'self'"])
  }
})

test('a shop of Firebase opens its pages to it, and to the captcha only where codes are texted', () => {
  const firebase = { ...noParties, firebaseAuthDomain: 'shop.firebaseapp.com' }
  const policy = pagePolicy('', firebase)
  expect(directive(policy, 'script-src')).toEqual(["'self'", 'https://apis.google.com'])
  expect(directive(policy, 'frame-src')).toEqual(["'self'", 'https://shop.firebaseapp.com'])
  const texting = pagePolicy('', { ...firebase, captcha: true })
  expect(directive(texting, 'script-src')).toEqual([
    "'self'",
    'https://apis.google.com',
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
  ])
  expect(directive(texting, 'frame-src')).toContain('https://www.google.com/recaptcha/')
})

test('an inline script runs by its hash alone', () => {
  const policy = pagePolicy('<script>go()</script><script src="/a.js"></script>', noParties)
  expect(directive(policy, 'script-src')).toEqual([
    "'self'",
    "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='",
  ])
})
