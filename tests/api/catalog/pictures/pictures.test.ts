import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, deflateSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeImage, uploadRoutes } from '#server/catalog/pictures.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'

let dataDir: string
let app: FastifyInstance

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'partsline-pictures-'))
  app = Fastify()
  uploadRoutes(app, dataDir)
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } })
}
async function* inChunks(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
/** A black PNG of one bit per pixel, whose file is small for its number of pixels. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit per pixel.
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
const store = (bytes: Buffer, limit = 20_000_000) =>
  storeImage(Readable.from(inChunks(bytes)), { dataDir, limit })

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'a picture sent as %s is stored as WebP',
    async (format) => {
      const stored = await store(await picture(320, 200).toFormat(format).toBuffer())
      expect(stored).toEqual({
        img: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-\d+\.webp$/),
        width: 320,
        height: 200,
      })
      const answer = await app.inject(stored.img)
      expect(answer.statusCode).toBe(200)
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 200,
      })
    },
  )

  test('a picture is rotated upright, scaled to 1,600 px and stripped of camera data', async () => {
    const bytes = await picture(3000, 1000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a person' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = await store(bytes)
    expect(stored).toMatchObject({ width: 533, height: 1600 })
    const { exif, orientation } = await sharp((await app.inject(stored.img)).rawPayload).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
  })

  test('an animated picture is stored as its first frame', async () => {
    const frames = await Promise.all(
      ['#c33', '#3c3', '#33c'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await sharp(animation, { animated: true }).metadata()).toMatchObject({ pages: 3 })
    const stored = await store(animation)
    expect(stored).toMatchObject({ width: 40, height: 30 })
    const bytes = (await app.inject(stored.img)).rawPayload
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBeUndefined()
    const [red = 0, green = 0] = await sharp(bytes).raw().toBuffer()
    expect(red).toBeGreaterThan(green + 100)
  })

  test('a picture sent twice has one address, and no temporary file remains', async () => {
    const bytes = await picture(50, 40).png().toBuffer()
    const [one, two] = await Promise.all([store(bytes), store(bytes)])
    expect(one).toEqual(two)
    const files = await readdir(path.join(dataDir, 'uploads'))
    expect(files.filter((name) => !/^[0-9a-f]{32}-\d+\.(webp|avif)$/.test(name))).toEqual([])
  })
})

describe('an invalid picture is rejected', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('GIF89a? no')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    ],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
  ])('%s', async (_, bytes) => {
    expect(await errorCodeOf(store(bytes))).toBe('image_unreadable')
  })

  test('a truncated file is rejected', async () => {
    const whole = await picture(800, 800).jpeg().toBuffer()
    expect(await errorCodeOf(store(whole.subarray(0, whole.length / 2)))).toBe('image_unreadable')
  })

  test('an interrupted upload leaves no file', async () => {
    const files = () => readdir(path.join(dataDir, 'uploads'))
    const before = await files()
    const whole = await picture(640, 480).png().toBuffer()
    async function* breaksOff() {
      // The picture is complete but the request is not: the client could have sent more.
      yield whole
      throw new Error('aborted')
    }
    expect(await errorCodeOf(storeImage(Readable.from(breaksOff()), { dataDir, limit: 20_000_000 }))).toBe(
      'image_unreadable',
    )
    expect(await files()).toEqual(before)
  })

  test('a TIFF is rejected, since the loaders of other formats are blocked', async () => {
    const tiff = await picture(20, 20).tiff().toBuffer()
    expect(await errorCodeOf(store(tiff))).toBe('image_unreadable')
    await expect(sharp(tiff).png().toBuffer()).rejects.toThrow()
  })

  test('a small file of too many pixels is rejected', { tags: 'long' }, async () => {
    const bomb = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await errorCodeOf(store(bomb))).toBe('image_unreadable')
  })

  test('a file of less than 200 KB with 900 megapixels is rejected', async () => {
    const bomb = blackPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const before = process.memoryUsage().rss
    expect(await errorCodeOf(store(bomb))).toBe('image_unreadable')
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('a file over the limit is rejected, and its rest is read and dropped', async () => {
    const body = Readable.from(inChunks(Buffer.alloc(50_000)))
    expect(await errorCodeOf(storeImage(body, { dataDir, limit: 10_000 }))).toBe('body_too_large')
    await finished(body)
  })
})

test('a stored picture is served as immutable, without sniffing and sandboxed', async () => {
  const { img } = await store(await picture(10, 10).png().toBuffer())
  const { headers } = await app.inject(img)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test.each([
  '/uploads/',
  '/uploads/../package.json',
  '/uploads/%2e%2e%2fx',
  '/uploads/%00',
  '/uploads/.draft',
])('%s is not served', async (address) => {
  const { statusCode } = await app.inject(address)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
})
