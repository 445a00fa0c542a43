import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction } from '#database/open.ts'
import { type CardRouteDeps, internalContext } from '../deps.ts'
import { formatAmount } from '../http/bodies.ts'
import { acceptForms } from '../http/form.ts'
import { completeChallenge, findChallenge } from './confirm.ts'

type WithToken = { Params: { token: string } }

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
const ENDED = `<h1>This authentication has ended</h1><p>You can go back to the store.</p>`

/** The bank's page of a 3-D Secure card. Its address is secret and valid for one outcome, within ten minutes. */
export function serveChallenge(deps: CardRouteDeps) {
  const { db, now, onChange } = deps
  return async (payments: FastifyInstance): Promise<void> => {
    acceptForms(payments, 1024)

    payments.get<WithToken>('/3ds/:token', async (request, reply) => {
      const token = readToken(request.params.token)
      const intent = token && (await findChallenge({ db, at: now() }, token))
      if (!intent) return sendPage(reply.code(404), ENDED)
      const { amount_minor, currency } = intent
      const amount = formatAmount(amount_minor, currency)
      return sendPage(
        reply,
        `<h1>Test authentication</h1>
<p>This is the card sandbox: no bank is asked and no money moves. The store asks for ${amount}.</p>
<form method="post"><button name="outcome" value="complete">Complete</button><button name="outcome" value="fail">Fail</button></form>`,
      )
    })

    payments.post<WithToken>('/3ds/:token', async (request, reply) => {
      const token = readToken(request.params.token)
      const passed = new URLSearchParams(String(request.body ?? '')).get('outcome') === 'complete'
      const isEnded =
        token !== undefined &&
        (await inTransaction(db, (trx) => completeChallenge(internalContext(deps, trx), token, passed)))
      if (isEnded) onChange()
      return sendPage(isEnded ? reply : reply.code(404), ENDED)
    })
  }
}

function readToken(text: string): string | undefined {
  return /^[A-Za-z0-9]{40}$/.test(text) ? text : undefined
}

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3-D Secure test authentication</title><link rel="stylesheet" href="/payments/challenge.css"><script src="/payments/challenge-page.js"></script><body>${body}</body></html>`,
    )
}
