import * as contract from '#contract/catalog/notices/notices.ts'
import { ipAddressToLimit } from '../../platform/admission/client-address.ts'
import { enforceLimit, type Limit } from '../../platform/admission/limits.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { addNotice, digestOf } from './notices.ts'

type Deps = { limit: Limit; formsPerHour: number; demo: boolean }

/** For one address, whoever asks. */
const ASKED_PER_HOUR = 30

export function noticeRoutes(bind: Bind, { limit, formsPerHour, demo }: Deps): void {
  bind(contract.askForNotice, async ({ db, params, body: { email }, request, now }) => {
    const ipAddress = ipAddressToLimit(request, demo)
    // the same count as of the other forms for everybody
    if (ipAddress !== undefined)
      await enforceLimit(limit, `forms:${ipAddress}`, { points: formsPerHour, seconds: 3600 })
    // anybody can type any address: it is asked for about as often as one person could want
    await enforceLimit(limit, `notices:${digestOf(email)}`, { points: ASKED_PER_HOUR, seconds: 3600 })
    await addNotice(db, { productId: params.id, email, at: now() })
    return { email }
  })
}
