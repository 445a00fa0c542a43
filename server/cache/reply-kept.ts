import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { replyWith } from './answer.ts'
import type { AnswerCache, Made } from './answer-cache.ts'
import { cacheKey, type Kind } from './cache-key.ts'
import { tellPage } from './shown-data.ts'

type Kept = { cache: AnswerCache; kind: Kind; address: string; make: () => Promise<Made> }

/** Sends what is kept under an address, or makes and keeps it; throws what making it came to. */
export async function replyKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, kind, address, make }: Kept,
): Promise<FastifyReply> {
  // a page that is made of an old answer would not be marked as old: in process none is given
  const takesStale = request.raw.socket instanceof Socket
  const made = await cache.get(cacheKey(kind, address), make, { takesStale })
  tellPage(made.tags)
  if (!made.answer) throw made.error
  return replyWith(request, reply, made.answer, made.stale)
}
