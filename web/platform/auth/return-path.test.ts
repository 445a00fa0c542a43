import { expect, test } from 'vitest'
import { loginPath, rememberedPath, safeReturnPath, withReturnPath } from './return-path.ts'

const origin = 'http://localhost:3000'

test.each([
  ['/dashboard/orders', '/dashboard/orders'],
  ['/purchase/0198?quantity=4#form', '/purchase/0198?quantity=4#form'],
  ['/parts?q=brake%20disc', '/parts?q=brake%20disc'],
])('a page of this store is returned to: %s', (remembered, path) => {
  expect(safeReturnPath(remembered, origin)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'dashboard',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'http:/evil.example',
])('a text that is no path of this store becomes Home: %j', (remembered) => {
  expect(safeReturnPath(remembered, origin)).toBe('/')
})

test.each([
  '/login',
  '/login/',
  '/login?from=/login',
  '/register',
  '/forgot-password',
  '/reset-password?mode=x',
  '/add-email?from=%2Fparts',
])('a sign-in page becomes Home: %s', (remembered) => {
  expect(safeReturnPath(remembered, origin)).toBe('/')
})

test('the page in the login address is read back as the remembered page', () => {
  const path = loginPath(new URL('/dashboard/payment/7?a=b&c=d', origin))
  expect(path).toBe('/login?from=%2Fdashboard%2Fpayment%2F7%3Fa%3Db%26c%3Dd')
  expect(rememberedPath(origin + path)).toBe('/dashboard/payment/7?a=b&c=d')
})

test('a sign-in page passes on the page that it remembers', () => {
  const path = withReturnPath('/add-email', '/dashboard/orders?a=b')
  expect(path).toBe('/add-email?from=%2Fdashboard%2Forders%3Fa%3Db')
  expect(rememberedPath(origin + path)).toBe('/dashboard/orders?a=b')
})

test('Home is not remembered', () => {
  expect(withReturnPath('/register', '/')).toBe('/register')
  expect(loginPath(new URL('/', origin))).toBe('/login')
  expect(rememberedPath(`${origin}/login`)).toBe('/')
})
