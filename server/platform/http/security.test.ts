import { expect, test } from 'vitest'
import { pagePolicy } from './security.ts'

const noThirdParties = { captcha: false, stripe: false, hmr: false }

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

test('pages of a store without external services may fetch and run nothing from other origins', () => {
  const policy = pagePolicy('<html></html>', noThirdParties)
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    expect(directive(policy, name)).toEqual(["'self'"])
  }
})

test('pages of a store with Firebase may load its script and frame, and the captcha only if codes are texted', () => {
  const firebase = { ...noThirdParties, firebaseAuthDomain: 'shop.firebaseapp.com' }
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

test('an inline script runs only by its hash', () => {
  const policy = pagePolicy('<script>go()</script><script src="/a.js"></script>', noThirdParties)
  expect(directive(policy, 'script-src')).toEqual([
    "'self'",
    "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='",
  ])
})
