import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultTarget } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { CardFaultRow } from '#database/rows.ts'
import { takeFault } from './faults.ts'

type Misbehaviour = 'fail' | 'drop' | 'babble' | 'blank'

const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'
const FAILURE = JSON.stringify({
  error: { type: 'api_error', message: 'An unknown error occurred (as the control page asks for).' },
})

/** Injects the faults of the control page into calls: before the handler runs, or after it. */
export function disturbCalls(api: FastifyInstance, db: Db): void {
  const faultsAfter = new WeakMap<FastifyRequest, Misbehaviour>()

  api.addHook('preHandler', async (request, reply) => {
    const fault = await takeFault(db, targetsOf(request))
    if (!fault) return
    // an unref'd timer does not keep the process alive
    await wait(fault.delay_ms, undefined, { ref: false })
    const { act, isAfter } = readAct(fault)
    if (act === undefined) return
    if (isAfter) faultsAfter.set(request, act)
    else return answerBadly(reply, act)
  })

  api.addHook('onSend', (request, reply, payload, done) => {
    const act = faultsAfter.get(request)
    if (act === undefined) return done(null, payload)
    if (act === 'drop') return hangUp(reply)
    done(null, badAnswer(reply, act))
  })
}

function targetsOf({ method, routeOptions: { url = '' } }: FastifyRequest): FaultTarget[] {
  if (method === 'GET') return ['every_call', url.endsWith('/:id') ? 'read' : 'list']
  const call = POSTS.find(([end]) => url.endsWith(end))
  return call ? ['every_call', call[1]] : ['every_call']
}

const POSTS: [string, FaultTarget][] = [
  ['/payment_intents', 'create'],
  ['/confirm', 'confirm'],
  ['/cancel', 'cancel'],
  ['/refunds', 'refund'],
]

function readAct({ action }: CardFaultRow): { act: Misbehaviour | undefined; isAfter: boolean } {
  const name = action.replace('act_and_', '')
  const known = (['fail', 'drop', 'babble', 'blank'] as const).find((one) => one === name)
  return { act: known, isAfter: name !== action }
}

function answerBadly(reply: FastifyReply, act: Misbehaviour): FastifyReply {
  if (act === 'drop') {
    hangUp(reply)
    return reply
  }
  return reply.send(badAnswer(reply, act))
}

function hangUp(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}

function badAnswer(reply: FastifyReply, act: Exclude<Misbehaviour, 'drop'>): string {
  if (act === 'babble') {
    reply.code(200).type('text/html; charset=utf-8')
    return HTML
  }
  reply.code(act === 'fail' ? 500 : 200).type('application/json')
  // a retry of the provider's SDK would hide the fault
  if (act === 'fail') reply.header('stripe-should-retry', 'false')
  return act === 'fail' ? FAILURE : '{}'
}
