import type { FetchInterceptor } from '../support/payments/intercept-fetch.ts'

/** The calls to the card provider between two transactions; the process can be killed before or after each. */
const CALLS: Record<string, RegExp> = {
  create: /^POST \/v1\/payment_intents$/,
  read: /^GET \/v1\/payment_intents\/\w+$/,
  cancel: /^POST \/v1\/payment_intents\/\w+\/cancel$/,
  refund: /^POST \/v1\/refunds$/,
  'list refunds': /^GET \/v1\/refunds$/,
  'list disputes': /^GET \/v1\/disputes$/,
}

/** Work of the store on one order. Its calls are identified by the ids of the order and its payments. */
export type ProviderTask = { name: string; ids: string[] }

type OnCall<E extends ProviderTask> = (
  task: E,
  call: string,
  send: () => Promise<Response>,
) => Promise<Response>

/** Intercepts each call to the provider, with the task that it belongs to. */
export function watchCalls<E extends ProviderTask>(tasks: () => E[], onCall: OnCall<E>): FetchInterceptor {
  return async (request, send) => {
    const text = decodeURIComponent(`${request.url} ${await request.clone().text()}`)
    const task = tasks().find(({ ids }) => ids.some((id) => text.includes(id)))
    if (!task) return send()
    return onCall(task, nameOf(request), async () => {
      const response = await send()
      const { id }: { id?: unknown } = await response.clone().json()
      if (typeof id === 'string' && id.startsWith('pi_')) task.ids.push(id)
      return response
    })
  }
}

function nameOf({ method, url }: Request): string {
  const call = `${method} ${new URL(url).pathname}`
  const known = Object.entries(CALLS).find(([, pattern]) => pattern.test(call))
  return known?.[0] ?? call
}
