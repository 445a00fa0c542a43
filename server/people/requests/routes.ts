import type { FastifyRequest } from 'fastify'
import {
  listEstimates,
  listSubscribers,
  requestEstimate,
  subscribe,
} from '#contract/people/requests/requests.ts'
import { ipAddressToLimit } from '../../platform/admission/client-address.ts'
import { enforceLimit, type Limit } from '../../platform/admission/limits.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import * as requests from './service.ts'

export type RequestDeps = { limit: Limit; formsPerHour: number; demo: boolean }

export function requestRoutes(bind: Bind, { limit, formsPerHour, demo }: RequestDeps): void {
  async function enforceFormLimit(request: FastifyRequest): Promise<void> {
    const ipAddress = ipAddressToLimit(request, demo)
    if (ipAddress === undefined) return
    await enforceLimit(limit, `forms:${ipAddress}`, { points: formsPerHour, seconds: 3600 })
  }

  bind(requestEstimate, async ({ db, body, request, now }) => {
    await enforceFormLimit(request)
    return requests.createEstimate(db, body, now())
  })

  bind(listEstimates, ({ db, query }) => requests.listEstimates(db, query))

  bind(subscribe, async ({ db, body, request, reply, now }) => {
    await enforceFormLimit(request)
    const { subscriber, isNew } = await requests.subscribe(db, body.email, now())
    if (!isNew) void reply.code(200)
    return subscriber
  })

  bind(listSubscribers, ({ db, query }) => requests.listSubscribers(db, query))
}
