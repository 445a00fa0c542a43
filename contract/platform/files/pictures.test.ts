import { expect, test } from 'vitest'
import { isSharedPicture } from './pictures.ts'

const ORIGIN = 'https://shop.example'

test.each([
  '/uploads/0123456789abcdef-320.webp',
  '/drawings/avatar.svg?seed=3',
  'https://pictures.example/a b.jpg',
  'http://pictures.example:8080/x?y=z#a',
  'https://shop.example/uploads/0123456789abcdef-320.webp',
  'https://shop.example.org/sitemap.xml',
])('%s may be shown to others', (picture) => {
  expect(isSharedPicture(picture, ORIGIN)).toBe(true)
})

test.each([
  '/sitemap-parts.xml',
  '/api/service?limit=1000',
  '/identity/oauth/away?key=x',
  '/uploads/../identity/outbox.png',
  '/uploads/%2e%2e/api/x.png',
  '/uploads/..%2fapi.png',
  '/uploads/./../api/service.png',
  '/drawings/',
  '/drawings/../metrics',
  '/uploadsx/a.png',
  '/UPLOADS/a.png',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  'uploads/a.png',
  'https://user:pw@pictures.example/a.png',
  'https://user@pictures.example/a.png',
  'https://:pw@pictures.example/a.png',
  'https://user:pw@shop.example/uploads/a.png',
  'https://shop.example/api/service?limit=1000',
  'https://SHOP.example/sitemap.xml',
  'https://shop.example./api/service',
  'https://shop.example:443/api/service',
  'https://shop.example/uploads/../api/x.png',
  'javascript:1',
  'data:text/html,x',
  'ftp://pictures.example/a.png',
  '',
])('%s is refused', (picture) => {
  expect(isSharedPicture(picture, ORIGIN)).toBe(false)
})

test('without an origin only paths and user information are judged', () => {
  expect(isSharedPicture('https://shop.example/api/service')).toBe(true)
  expect(isSharedPicture('/api/service')).toBe(false)
  expect(isSharedPicture('https://user@shop.example/a.png')).toBe(false)
})
