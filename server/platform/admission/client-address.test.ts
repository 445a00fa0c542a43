import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { siteOf } from '#contract/platform/networks.ts'
import { ipAddressToLimit, networkOf } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:40001', '203.0.113.9'],
  ['[203.0.113.9]:40001', '203.0.113.9'],
  ['"203.0.113.9:40001"', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000:0000:0000:0000:0000:FFFF:CB00:7109', '203.0.113.9'],
  ['0:0::ffff:cb00:7109', '203.0.113.9'],
  ['[::ffff:cb00:7109]:443', '203.0.113.9'],
  ['[::ffff:203.0.113.9]', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:40001', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::6]:40001"', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

/** The client that a request with this `X-Forwarded-For` counts as, behind a proxy at 192.0.2.1. */
async function clientOf(forwarded: string, { demo = false, remoteAddress = '192.0.2.1' } = {}) {
  const app = Fastify({ trustProxy: true })
  app.get('/', async (request) => ({ client: ipAddressToLimit(request, demo) ?? 'not limited' }))
  const headers = { 'x-forwarded-for': forwarded }
  const response = await app.inject({ url: '/', headers, remoteAddress })
  await app.close()
  return response.json<{ client: string }>().client
}

test.each([
  'unknown',
  'unknown17',
  '_hidden',
  '203.0.113',
  '203.0.113.9.9',
  '203.0.113.256',
  '203.0.113.009',
  '203.0.113.9:port',
  '203.0.113.9:400000',
  '2001:db8::1::2',
  '2001:db8::g',
  '[2001:db8::1',
  '[]',
  '127.evil',
  '127.0.0.1.evil',
  `::${'0:'.repeat(200)}1`,
])('%j, which is no address, counts as the proxy that passed it on', async (forwarded) => {
  expect(await clientOf(forwarded)).toBe('192.0.2.1')
})

test('loopback is not limited in a demo, in every spelling, and is limited elsewhere', async () => {
  for (const address of ['127.0.0.1', '127.0.0.1:4000', '[::1]:4000', '::ffff:7f00:1', '::1']) {
    expect(await clientOf(address, { demo: true })).toBe('not limited')
    expect(await clientOf(address)).not.toBe('not limited')
  }
  expect(await clientOf('127.evil', { demo: true })).toBe('192.0.2.1')
})

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['identity:mail-from:2001:db8:1:2::/64', 'identity:mail-from:2001:db8:1::/48'],
  ['203.0.113.9', undefined],
  ['forms:203.0.113.9', undefined],
  ['unknown', undefined],
])('the site of %s is %s', (network, site) => {
  expect(siteOf(network)).toBe(site)
})
