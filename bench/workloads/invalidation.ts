import { setTimeout as sleep } from 'node:timers/promises'
import { makeAdmin } from '../buyers.ts'
import { figureOf } from '../figures.ts'
import { load } from '../load.ts'
import type { Bench, Workload } from '../workload.ts'
import type { Store, World } from '../world.ts'

const WITHIN_MS = 250
/** How often the other instance is asked until then, whether it has answered or not. */
const EVERY_MS = 50
/** What else is asked meanwhile, of each instance. */
const LOAD = { connections: 8, rate: 400 }
const PATHS = ['/', '/api/service', '/parts', '/api/service?category=engine']

export const invalidation: Workload = {
  name: 'invalidation',
  async run(bench) {
    const { world, store } = await bench.shared()
    const second = await world.startStore()
    const { token } = await makeAdmin(world, store)
    const loading = { on: true }
    const background = Promise.all([store, second].map((instance) => keepBusy(instance, loading)))
    try {
      return await measure(bench, { world, store, second, token })
    } finally {
      loading.on = false
      await background
      await second.stop()
    }
  },
}

type Instances = { world: World; store: Store; second: Store; token: string }

async function measure({ pace }: Bench, { world, store, second, token }: Instances) {
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select id from products where archived_at is null order by created_at desc limit 24',
  )
  let own = 0
  const delays: number[] = []
  for (let turn = 0; turn < pace.changes; turn++) {
    const id = rows[turn % rows.length]?.id ?? ''
    const price = (1000 + turn) / 100
    const answer = await fetch(`${store.origin}/api/service/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ price }),
    })
    if (!answer.ok) throw new Error(`a price could not be changed: ${answer.status}`)
    const changedAt = performance.now()
    const [here, there] = await Promise.all([
      showsPrice(store, id, price),
      shownAfter(second, { id, price, changedAt }),
    ])
    if (here) own += 1
    if (there !== undefined) delays.push(there)
  }
  const perThousand = (count: number) => (count / pace.changes) * 1000
  const atOnce = delays.filter((delay) => delay === 0).length
  const note = `${pace.changes} changes; ${perThousand(atOnce)} of 1,000 were shown to who asked at once`
  const line = {
    workload: 'invalidation',
    unit: 'of 1,000' as const,
    target: { at: 'least' as const, value: 1000 },
  }
  return [
    {
      ...line,
      title: 'A changed price, on the next request to the same instance, under load',
      figure: figureOf([perThousand(own)]),
    },
    {
      ...line,
      title: `A changed price, within ${WITHIN_MS} ms at another instance, under load`,
      figure: figureOf([perThousand(delays.length)]),
      note,
    },
  ]
}

/** In the part's own answer and in the first page of the list, which the newest parts stand in; and in both their pages. */
async function showsPrice({ origin }: Store, id: string, price: number): Promise<boolean> {
  const [part, list, ...pages] = await Promise.all([
    read(`${origin}/api/service/${id}`).then((answer) => answer.json()),
    read(`${origin}/api/service`).then((answer) => answer.json()),
    read(`${origin}/parts/${id}`).then((answer) => answer.text()),
    read(`${origin}/parts`).then((answer) => answer.text()),
  ])
  const listed = Array.isArray(list) ? list.find((item) => item._id === id) : undefined
  const isOnPages = pages.every((html) => html.includes(`$${price.toFixed(2)}`))
  return part.price === price && listed?.price === price && isOnPages
}

/**
 * The time after the change from which requests show it; undefined if even the last request does not. The time of the
 * response is another figure: a busy machine takes long to render four pages.
 */
async function shownAfter(
  store: Store,
  { id, price, changedAt }: { id: string; price: number; changedAt: number },
): Promise<number | undefined> {
  const moments = Array.from({ length: WITHIN_MS / EVERY_MS + 1 }, (_, at) => at * EVERY_MS)
  let isShown = false
  const seen = await Promise.all(
    moments.map(async (moment) => {
      await sleep(Math.max(0, changedAt + moment - performance.now()))
      if (isShown) return true
      const shows = await showsPrice(store, id, price)
      if (shows) isShown = true
      return shows
    }),
  )
  return moments[seen.lastIndexOf(false) + 1]
}

async function read(url: string): Promise<Response> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return answer
}

async function keepBusy(instance: Store, loading: { on: boolean }): Promise<void> {
  let turn = 0
  while (loading.on) {
    await load({
      ...LOAD,
      origin: instance.origin,
      seconds: 1,
      next: () => ({ path: PATHS[turn++ % PATHS.length] ?? '/' }),
    })
  }
}
