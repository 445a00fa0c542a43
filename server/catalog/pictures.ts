import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { SharpConstructor } from 'sharp'
import { AppError } from '#contract/platform/errors.ts'
import { avifWidths } from '#contract/platform/files/picture-copies.ts'
import { createSemaphore } from '../platform/admission/queues.ts'

const LONGEST_EDGE = 1600
/** A small file of many more pixels could fill the memory. */
const MAX_PIXELS = 50_000_000
const AVIF = { quality: 55, effort: 2 }

/** Stores a picture in WebP of at most 1,600 px, with AVIF copies. Throws `body_too_large`, `image_unreadable`, `overloaded`. */
export async function storeImage(
  body: Readable,
  { dataDir, limit, declaredBytes = 0 }: { dataDir: string; limit: number; declaredBytes?: number },
): Promise<{ img: string; width: number; height: number }> {
  if (declaredBytes > limit) throw new AppError('body_too_large')
  const { webp, copies } = await limitReads(async () => {
    const original = await readAll(body, limit)
    return runAlone(() => encode(original))
  })
  const { width, height } = webp.info
  const stem = createHash('sha256').update(webp.data).digest('hex').slice(0, 32)
  const folder = uploadsFolder(dataDir)
  for (const copy of copies) await writeAtomically(folder, `${stem}-${copy.width}.avif`, copy.data)
  // written last: where this file exists, pages expect its copies
  await writeAtomically(folder, `${stem}-${width}.webp`, webp.data)
  return { img: `/uploads/${stem}-${width}.webp`, width, height }
}

export function uploadRoutes(app: FastifyInstance, dataDir: string): void {
  const root = uploadsFolder(dataDir)
  mkdirSync(root, { recursive: true })
  void app.register(fastifyStatic, {
    root,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    setHeaders(reply) {
      reply.header('x-content-type-options', 'nosniff')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
    },
  })
}

function uploadsFolder(dataDir: string): string {
  return path.resolve(dataDir, 'uploads')
}

async function readAll(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // ending the loop early must not close the connection, which still carries the response
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.byteLength
      if (bytes > limit) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new AppError('image_unreadable', { cause })
  }
  if (bytes <= limit) return Buffer.concat(chunks)
  body.resume()
  throw new AppError('body_too_large')
}

const RETRY_SECONDS = 10

/** So many uploads, of 20 MB at most, are read into memory at a time; the bytes of others wait on their connections. */
const limitReads = createSemaphore(4, {
  max: 100,
  reject: () => new AppError('overloaded', { retryAfterSeconds: RETRY_SECONDS }),
})

/** One picture at a time: a decoded one takes up to 200 MB. */
const runAlone = createSemaphore(1)

let codecs: Promise<SharpConstructor> | undefined

/** Loaded with the first picture: the library takes 10 MB of memory. */
async function loadCodecs(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp')
  // the content decides, not a name: all decoders of libvips but these are blocked
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  sharp.cache(false)
  return sharp
}

async function encode(original: Buffer) {
  codecs ??= loadCodecs()
  const sharp = await codecs
  const webp = await toWebp(sharp, original)
  const copies: { width: number; data: Buffer }[] = []
  for (const width of avifWidths(webp.info.width)) {
    copies.push({ width, data: await sharp(webp.data).resize({ width }).avif(AVIF).toBuffer() })
  }
  return { webp, copies }
}

async function toWebp(sharp: SharpConstructor, original: Buffer) {
  try {
    return await sharp(original, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(LONGEST_EDGE, LONGEST_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw new AppError('image_unreadable', { cause })
  }
}

async function writeAtomically(folder: string, name: string, data: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const tempFile = path.join(folder, `.${randomUUID()}`)
  try {
    await writeFile(tempFile, data, { flush: true })
    await rename(tempFile, path.join(folder, name))
  } catch (error) {
    await rm(tempFile, { force: true })
    throw error
  }
}
