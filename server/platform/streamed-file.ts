import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export class StreamedFile {
  readonly name: string
  readonly type: string
  readonly #chunks: AsyncIterable<string>

  constructor(chunks: AsyncIterable<string>, { name, type }: { name: string; type: string }) {
    this.name = name
    this.type = type
    this.#chunks = chunks
  }

  /** An attachment is never opened as a page of this origin. */
  open(reply: FastifyReply): Readable {
    void reply.type(this.type).header('content-disposition', `attachment; filename="${this.name}"`)
    return Readable.from(this.#chunks, { objectMode: false })
  }
}
