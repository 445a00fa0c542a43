import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'

export async function readBody(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) throw new AppError('body_too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
