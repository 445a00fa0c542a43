import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnHost } from '#contract/platform/own-host.ts'
import { cardControlTexts as texts } from '#contract/sales/payments/card-control-texts.ts'
import { inTransaction } from '#database/open.ts'
import { type CardSandboxDeps, internalContext } from '../deps.ts'
import { updateDispute } from '../disputes/disputes.ts'
import { CardApiError } from '../http/api-error.ts'
import { acceptForms } from '../http/form.ts'
import { sendControlPage } from './control-page.ts'
import { addFault, listFaults, newFaultSchema, removeFaults } from './faults.ts'

const BODY_LIMIT = 1024
/** Decisions about a dispute, and the evidence that causes each in the provider's test mode. */
const verdicts = new Map([
  ['win', 'winning_evidence'],
  ['lose', 'losing_evidence'],
  ['escalate', 'escalate_inquiry_evidence'],
])

/** The page `/payments/control`, which injects faults and decides disputes in a demo, and the JSON calls of tests. */
export function serveControl(deps: CardSandboxDeps) {
  const { db, now } = deps
  return async (payments: FastifyInstance): Promise<void> => {
    acceptForms(payments, BODY_LIMIT)
    const readJson = payments.getDefaultJsonParser('error', 'error')
    payments.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, readJson)
    payments.addHook('onRequest', rejectOtherSites(deps))

    payments.get('/control', (_request, reply) => sendControlPage(reply, db))

    payments.post('/control', async (request, reply) => {
      const form = Object.fromEntries(
        new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
      )
      const evidence = verdicts.get(form.do ?? '')
      if (evidence) await decideDispute(deps, form.id ?? '', evidence)
      else if (form.do === 'reset') await removeFaults(db)
      else if (form.do === 'remove' && /^\d{1,9}$/.test(form.id ?? ''))
        await removeFaults(db, Number(form.id))
      else {
        const fault = newFaultSchema.safeParse(readFault(form))
        if (!fault.success) return sendControlPage(reply.code(400), db, form)
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

async function decideDispute(deps: CardSandboxDeps, id: string, evidence: string): Promise<void> {
  const form = new URLSearchParams({ 'evidence[uncategorized_text]': evidence })
  try {
    await inTransaction(deps.db, (trx) => updateDispute(internalContext(deps, trx), id, form))
  } catch (error) {
    // closed meanwhile or unknown: the page then shows the disputes that are open
    if (!(error instanceof CardApiError)) throw error
  }
}

/** The share of the form is in percent; empty numbers are left out. */
function readFault({ target, act, delayMs, share, remaining }: Record<string, string>) {
  return {
    target,
    act,
    ...(delayMs && { delayMs }),
    ...(share && { share: Number(share) / 100 }),
    ...(remaining && { remaining }),
  }
}

/** Rejects forms of other sites (CSRF) and foreign host names that point to this machine (DNS rebinding). */
function rejectOtherSites({ origin: own }: CardSandboxDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    const isOwnOrigin = origin === undefined || URL.parse(origin)?.host === request.host
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    const isRejected = !isOwnHost(request, own) || (changes && !(isOwnSite && isOwnOrigin))
    if (isRejected) await reply.code(403).send({ message: texts.foreign })
  }
}
