import type { FetchInterceptor } from '../support/payments/intercept-fetch.ts'

/** The calls to the card provider for one payment; the process can be killed before or after each. */
const CALLS: Record<string, RegExp> = {
  create: /^POST \/v1\/payment_intents$/,
  read: /^GET \/v1\/payment_intents\/\w+$/,
  cancel: /^POST \/v1\/payment_intents\/\w+\/cancel$/,
  refund: /^POST \/v1\/refunds$/,
  'list refunds': /^GET \/v1\/refunds$/,
  'list disputes': /^GET \/v1\/disputes$/,
}

/** Work of the store on one order. Calls that contain one of the ids, of the order or its payments, belong to it. */
export type ProviderTask = { name: string; ids: string[] }

type OnCall<T extends ProviderTask> = (
  task: T,
  call: string,
  send: () => Promise<Response>,
) => Promise<Response>

/** Passes each call of a task to `onCall`, which may send it; the payment of the response is added to the task's ids. */
export function watchCalls<T extends ProviderTask>(tasks: () => T[], onCall: OnCall<T>): FetchInterceptor {
  return async (request, send) => {
    const text = decodeURIComponent(`${request.url} ${await request.clone().text()}`)
    const task = tasks().find(({ ids }) => ids.some((id) => text.includes(id)))
    if (!task) return send()
    return onCall(task, nameCall(request), async () => {
      const response = await send()
      const { id }: { id?: unknown } = await response.clone().json()
      if (typeof id === 'string' && id.startsWith('pi_')) task.ids.push(id)
      return response
    })
  }
}

function nameCall({ method, url }: Request): string {
  const call = `${method} ${new URL(url).pathname}`
  const known = Object.entries(CALLS).find(([, pattern]) => pattern.test(call))
  return known?.[0] ?? call
}
