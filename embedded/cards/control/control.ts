import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardControlTexts as texts } from '#contract/messages/card-control.ts'
import { isOwnHost } from '#contract/own-host.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { decideDispute, isVerdict } from './control-disputes.ts'
import { sendControlPage } from './control-page.ts'
import { addFault, listFaults, newFaultSchema, removeFaults } from './faults.ts'

/** The page `/control` on which a demo injects faults into its card provider, and the JSON calls that tests use. */
export function serveControl(deps: CardSandboxDeps) {
  return async (payments: FastifyInstance): Promise<void> => {
    const { db, now } = deps
    readFormsAndJson(payments)
    payments.addHook('onRequest', refuseOtherSites(deps))

    payments.get('/control', (_request, reply) => sendControlPage(reply, deps))

    payments.post('/control', async (request, reply) => {
      const form = Object.fromEntries(request.body instanceof URLSearchParams ? request.body : [])
      if (form.do === 'reset') await removeFaults(db)
      else if (isVerdict(form.do)) await decideDispute(deps, form.id ?? '', form.do)
      else if (form.do === 'remove') await removeFaults(db, Number(form.id))
      else {
        const fault = newFaultSchema.safeParse(readFault(form))
        if (!fault.success) return sendControlPage(reply.code(400), deps, form)
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
  }
}

/** The form as the JSON call takes it: its share is in percent, and empty fields are left out. */
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
 * Refuses forms of other sites (CSRF) and foreign host names that point to this machine (DNS rebinding). Clients that
 * are no browsers send neither header and are accepted.
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
