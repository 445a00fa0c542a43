import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/people/requests/requests.ts'
import { ipAddressToLimit } from '../../platform/admission/client-address.ts'
import { enforceLimit, type Limit } from '../../platform/admission/limits.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { SignedLinks } from '../../platform/http/signed-links.ts'
import * as requests from './service.ts'

export type RequestDeps = {
  limit: Limit
  formsPerHour: number
  demo: boolean
  origin: string
  leaveLinks: SignedLinks
  /** Consumes one of the mails of the hour to an address. */
  mayMail: (email: string) => Promise<boolean>
}

export function requestRoutes(bind: Bind, deps: RequestDeps): void {
  const { limit, formsPerHour, demo, leaveLinks, mayMail } = deps
  const { host } = new URL(deps.origin)
  async function enforceFormLimit(request: FastifyRequest): Promise<void> {
    const ipAddress = ipAddressToLimit(request, demo)
    if (ipAddress === undefined) return
    await enforceLimit(limit, `forms:${ipAddress}`, { points: formsPerHour, seconds: 3600 })
  }

  bind(contract.requestEstimate, async ({ db, body, request, now }) => {
    await enforceFormLimit(request)
    return requests.createEstimate(db, body, now())
  })

  bind(contract.listEstimates, ({ db, query }) => requests.listEstimates(db, query))

  bind(contract.deleteEstimate, async ({ db, params, caller, now }) => {
    await requests.deleteEstimate(db, params.id, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })

  bind(contract.subscribe, async ({ db, body: { email }, request, now }) => {
    await enforceFormLimit(request)
    await requests.join(db, { email, at: now() }, { host, linkOf: leaveLinks.linkOf, mayMail })
    return { email }
  })

  bind(contract.listSubscribers, ({ db, query }) => requests.listSubscribers(db, query))

  bind(contract.exportSubscribers, async ({ db }) => {
    const csv = await requests.exportSubscribers(db, leaveLinks.linkOf)
    return new File([csv], 'subscribers.csv', { type: 'text/csv; charset=utf-8' })
  })

  bind(contract.deleteSubscriber, async ({ db, params, caller, now }) => {
    await requests.deleteSubscriber(db, params.id, { actorId: caller.id, at: now() })
    return { deletedCount: 1 } as const
  })
}
