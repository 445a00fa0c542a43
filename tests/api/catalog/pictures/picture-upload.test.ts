import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { avifSources } from '#contract/platform/files/picture-copies.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'
import { isLong } from '../../../support/thoroughness.ts'

/** The size of a phone's photo, 12 megapixels; in `npm test` a quarter of them. */
const PHOTO = isLong ? { width: 4000, height: 3000 } : { width: 2000, height: 1500 }

let store: TestStore
let admin: Person
let png: Buffer

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
  png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#38c' } })
    .png()
    .toBuffer()
})
afterAll(() => store.close())

const upload = (payload: Buffer | string, type?: string) =>
  store.call({
    method: 'POST',
    url: '/api/image',
    token: admin.token,
    payload,
    headers: type === undefined ? {} : { 'content-type': type },
  })

test('an uploaded picture can be a part’s picture and is served', async () => {
  const rawBody = new Blob([new Uint8Array(png)], { type: 'image/png' })
  const stored = await admin.api.uploadImage({}, { rawBody })
  expect(stored).toMatchObject({ width: 60, height: 30 })
  const body = { productName: 'P', price: 1, minimumOrder: 1, availableQuantity: 1, img: stored.img }
  expect(await admin.api.createProduct({ body })).toMatchObject({ img: stored.img })
  const served = await store.call({ url: stored.img })
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('an uploaded picture has AVIF copies in the widths of its `srcset`', async () => {
  const wide = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  const { img } = (await upload(wide, 'image/png')).json()
  const sources = avifSources(img)?.split(', ') ?? []
  expect(sources.map((source) => source.split(' ')[1])).toEqual(['320w', '640w', '900w'])
  for (const [address = '', width = ''] of sources.map((source) => source.split(' '))) {
    const served = await store.call({ url: address })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/avif'])
    const { format, width: pixels } = await sharp(served.rawPayload).metadata()
    expect([format, `${pixels}w`]).toEqual(['heif', width])
  }
})

test('a picture gets 201 even if declared as another type, and an unreadable file 422', async () => {
  expect((await upload(png, 'image/png')).statusCode).toBe(201)
  expect((await upload(png, 'image/jpeg')).statusCode).toBe(201)
  for (const payload of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', png.subarray(0, 40)]) {
    const answer = await upload(payload, 'image/png')
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'image_unreadable'])
  }
})

test.each([
  'image/svg+xml',
  'image/tiff',
  'application/json',
  'text/html',
  'multipart/form-data; boundary=x',
  undefined,
])('the type %s is rejected', async (type) => {
  const answer = await upload(png, type)
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('a large photo is stored upright, smaller and without metadata', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = await sharp({ create: { ...PHOTO, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 85 })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(500_000)
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const answer = await upload(photo, 'image/jpeg')
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ width: 1200, height: 1600 })
  const served = (await store.call({ url: answer.json().img })).rawPayload
  expect(served.length).toBeLessThan(photo.length)
  const { exif, xmp, iptc, orientation } = await sharp(served).metadata()
  expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
})

test('twelve concurrent uploads are twelve complete files', { tags: 'long' }, async () => {
  const pictures = Array.from({ length: 12 }, (_, index) =>
    sharp({ create: { width: 300 + index, height: 200, channels: 3, background: '#3a8' } })
      .png()
      .toBuffer(),
  )
  const answers = await Promise.all((await Promise.all(pictures)).map((bytes) => upload(bytes, 'image/png')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201))
  expect(new Set(answers.map((answer) => answer.json().img)).size).toBe(12)
  for (const [index, answer] of answers.entries()) {
    const { rawPayload } = await store.call({ url: answer.json().img })
    expect((await sharp(rawPayload).metadata()).width).toBe(300 + index)
  }
})

test('more than 20 MB are rejected by the declared length and by the received bytes', async () => {
  await store.app.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(store.app.server)
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'image/png' }
  const send = async (more: Record<string, string>, bytes: number) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/image',
      headers: { ...headers, ...more },
    })
    request.on('error', () => {})
    for (let sent = 0; sent < bytes; sent += 1_000_000) request.write(Buffer.alloc(1_000_000))
    if (bytes > 0) request.end()
    else request.flushHeaders()
    const allSent = bytes > 0 ? once(request, 'finish') : undefined
    const [response] = await once(request, 'response')
    response.resume()
    await allSent
    request.destroy()
    return response.statusCode
  }
  expect(await send({ 'transfer-encoding': 'chunked' }, 21_000_000)).toBe(413)
  expect(await send({ 'transfer-encoding': 'chunked' }, 60_000_000)).toBe(413)
  expect(await send({ 'transfer-encoding': 'chunked' }, 20_000_000)).toBe(422)
  expect(await send({ 'content-length': '20000001' }, 0)).toBe(413)
})
