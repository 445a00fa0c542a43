import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { callFaults, eventFaults, type FaultTarget, faultyCalls } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { CardFaultRow } from '#database/rows.ts'
import type { CardSandboxDeps } from '../deps.ts'

const common = {
  delayMs: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(60_000)), 0),
  share: z._default(z.coerce.number().check(z.gt(0), z.lte(1)), 1),
  remaining: z._default(z.nullable(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))), null),
}

/** A fault to inject into calls or events: delay in ms, share of them (up to 1), and number of times (null: always). */
export const newFaultSchema = z
  .union([
    z.object({ target: z.enum(faultyCalls), act: z.enum(callFaults), ...common }),
    z.object({ target: z.literal('events'), act: z.enum(eventFaults), ...common }),
  ])
  .check(z.refine(({ act, delayMs }) => delayMs > 0 || !['slow', 'delay', 'reorder'].includes(act)))

type FaultDeps = Pick<CardSandboxDeps, 'db' | 'random'>
export type NewFault = z.infer<typeof newFaultSchema>
export type Fault = Awaited<ReturnType<typeof listFaults>>[number]

export async function addFault(db: Db, fault: NewFault, at: Date): Promise<Fault> {
  const { target, act: action, delayMs: delay_ms, share, remaining } = fault
  const { id } = await db
    .insertInto('cards.faults')
    .values({ target, action, delay_ms, share, remaining, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...fault }
}

export function listFaults(db: Db) {
  return db
    .selectFrom('cards.faults')
    .select(['id', 'target', 'action as act', 'delay_ms as delayMs', 'share', 'remaining'])
    .orderBy('id')
    .execute()
}

export async function removeFaults(db: Db, id?: number): Promise<number> {
  const query = db.deleteFrom('cards.faults')
  const removed = await (id === undefined ? query : query.where('id', '=', id)).executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** The first matching fault that its share selects at random; counts down its remaining times. */
export async function consumeFault(
  { db, random }: FaultDeps,
  targets: FaultTarget[],
): Promise<CardFaultRow | undefined> {
  const faults = await db
    .selectFrom('cards.faults')
    .selectAll()
    .where('target', 'in', targets)
    .where((eb) => eb.or([eb('remaining', 'is', null), eb('remaining', '>', 0)]))
    .orderBy('id')
    .execute()
  for (const fault of faults) {
    const isSelected = random() < fault.share
    if (isSelected && (fault.remaining === null || (await countDown(db, fault.id)))) return fault
  }
  return undefined
}

async function countDown(db: Db, id: number): Promise<boolean> {
  const counted = await db
    .updateTable('cards.faults')
    .set((eb) => ({ remaining: eb('remaining', '-', 1) }))
    .where('id', '=', id)
    .where('remaining', '>', 0)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

const misbehaviours = ['fail', 'drop', 'babble', 'blank'] as const
type Misbehaviour = (typeof misbehaviours)[number]

const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'
const FAILURE = JSON.stringify({
  error: { type: 'api_error', message: 'An unknown error occurred (an injected fault).' },
})
const CALL_ENDINGS: [string, FaultTarget][] = [
  ['/payment_intents', 'create'],
  ['/confirm', 'confirm'],
  ['/cancel', 'cancel'],
  ['/refunds', 'refund'],
]

export function injectFaults(api: FastifyInstance, deps: FaultDeps): void {
  const misbehavioursAfter = new WeakMap<FastifyRequest, Misbehaviour>()

  api.addHook('preHandler', async (request, reply) => {
    const fault = await consumeFault(deps, targetsOf(request))
    if (!fault) return
    await wait(fault.delay_ms, undefined, { ref: false })
    const { misbehaviour, isAfter } = readAction(fault)
    if (misbehaviour === undefined) return
    if (isAfter) misbehavioursAfter.set(request, misbehaviour)
    else if (misbehaviour === 'drop') return hangUp(reply)
    else return reply.send(faultyResponse(reply, misbehaviour))
  })

  api.addHook('onSend', (request, reply, payload, done) => {
    const misbehaviour = misbehavioursAfter.get(request)
    if (misbehaviour === undefined) done(null, payload)
    else if (misbehaviour === 'drop') hangUp(reply)
    else done(null, faultyResponse(reply, misbehaviour))
  })
}

function targetsOf({ method, routeOptions: { url = '' } }: FastifyRequest): FaultTarget[] {
  if (method === 'GET') return ['every_call', url.endsWith('/:id') ? 'read' : 'list']
  const call = CALL_ENDINGS.find(([end]) => url.endsWith(end))
  return call ? ['every_call', call[1]] : ['every_call']
}

function readAction({ action }: CardFaultRow): { misbehaviour: Misbehaviour | undefined; isAfter: boolean } {
  const name = action.replace('act_and_', '')
  const misbehaviour = misbehaviours.find((one) => one === name)
  return { misbehaviour, isAfter: name !== action }
}

function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function faultyResponse(reply: FastifyReply, misbehaviour: Exclude<Misbehaviour, 'drop'>): string {
  if (misbehaviour === 'babble') {
    reply.code(200).type('text/html; charset=utf-8')
    return HTML
  }
  reply.code(misbehaviour === 'fail' ? 500 : 200).type('application/json')
  // a retry of the provider's SDK would hide the fault
  if (misbehaviour === 'fail') reply.header('stripe-should-retry', 'false')
  return misbehaviour === 'fail' ? FAILURE : '{}'
}
