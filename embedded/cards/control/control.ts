import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardControlTexts as texts } from '#contract/messages/card-control.ts'
import { isOwnHost } from '#contract/own-host.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { decideDispute, isVerdict } from './control-disputes.ts'
import { sendControlPage } from './control-page.ts'
import { addFault, listFaults, newFaultSchema, removeFaults } from './faults.ts'

type WithId = { Params: { id: string } }

/**
 * What a demo may do to its own card provider: a page at `/control`, and below it the calls that tests use.
 * Mounted in a demo only.
 */
export function serveControl(deps: CardSandboxDeps) {
  return async (payments: FastifyInstance): Promise<void> => {
    const { db, now } = deps
    readFormsAndJson(payments)
    payments.addHook('onRequest', refuseOtherSites(deps))

    payments.get('/control', (_request, reply) => sendControlPage(reply, deps))

    payments.post('/control', async (request, reply) => {
      const wish = Object.fromEntries(request.body instanceof URLSearchParams ? request.body : [])
      if (wish.do === 'reset') await removeFaults(db)
      else if (isVerdict(wish.do)) await decideDispute(deps, wish.id ?? '', wish.do)
      else if (wish.do === 'remove') await removeFaults(db, Number(wish.id))
      else {
        const fault = newFaultSchema.safeParse(readFault(wish))
        if (!fault.success) return sendControlPage(reply.code(400), deps, wish)
        await addFault(db, fault.data, now())
      }
      return reply.redirect('/payments/control', 303)
    })

    payments.get('/control/faults', () => listFaults(db))

    payments.post('/control/faults', async (request, reply) => {
      const fault = newFaultSchema.safeParse(request.body)
      if (!fault.success) return reply.code(400).send({ message: texts.refused })
      return reply.code(201).send(await addFault(db, fault.data, now()))
    })

    payments.delete('/control/faults', async () => ({ deletedCount: await removeFaults(db) }))

    payments.delete<WithId>('/control/faults/:id', async (request, reply) => {
      const id = Number(request.params.id)
      const deletedCount = Number.isSafeInteger(id) ? await removeFaults(db, id) : 0
      return reply.code(deletedCount > 0 ? 200 : 404).send({ deletedCount })
    })
  }
}

/** What the page's form says, in the words of the call: a share in hundredths, and nothing for an empty field. */
function readFault({ target, act, delayMs, share, remaining }: Record<string, string>) {
  return {
    target,
    act,
    ...(delayMs && { delayMs }),
    ...(share && { share: Number(share) / 100 }),
    ...(remaining && { remaining }),
  }
}

function readFormsAndJson(payments: FastifyInstance): void {
  payments.removeAllContentTypeParsers()
  payments.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  payments.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 1024 },
    payments.getDefaultJsonParser('error', 'error'),
  )
}

/**
 * A page of another site can send a form here, but not as this site; a client that is no browser sends neither
 * header. A foreign host name that points to this machine is refused, too.
 */
function refuseOtherSites({ origin: own }: CardSandboxDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    const isOwnOrigin = origin === undefined || hostOf(origin) === request.host
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    const isRefused = !isOwnHost(request, own) || (changes && !(isOwnSite && isOwnOrigin))
    if (isRefused) await reply.code(403).send({ message: texts.foreign })
  }
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
