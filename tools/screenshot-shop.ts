import type { Browser, Page } from '@playwright/test'
import type { Overview } from '#contract/overview/overview.ts'
import type { Product } from '#contract/products/products.ts'
import { orderEach, pay } from './screenshot-orders.ts'
import { peopleOf } from './screenshot-people.ts'
import type { Ids, Person, State } from './screenshot-routes.ts'

export type Shop = { ids: Ids; pages: Record<Person, Page>; prepare: (state: State) => Promise<void> }

const MANY = 500
const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'
const LONG_NAME = 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'
const LONG_EMAIL = `maximiliane.wolfeschlegelsteinhausenbergerdorff.fe@${'subdomain-of-some-length.'.repeat(3)}example.com`
const LONG_PART = {
  productName:
    'Heavy-duty ventilated and cross-drilled front brake disc conversion kit with six-piston calipers, braided hoses, ceramic pads, and AntiVibrationReinforcementShimAssembly for left-hand drive',
  description: `Everything for one axle. ${'Machined, balanced and coated by hand. '.repeat(60)}`.trim(),
  partNumber: 'BR-000000000000000000000000000000000000000000000000000000001',
  brand: 'Vereinigte Bremsscheibenmanufakturen Oberkirchen-Niederwald GmbH & Co. KG',
  price: 98765.43,
  availableQuantity: 1234567,
  minimumOrder: 1,
}
const LONG_WHERE = {
  address: `14 ${WORD} Street, rear building, second yard on the left, third staircase, ring twice`,
  phone: '+44 20 7946 0018 0000 1111',
  location: `Llanfairpwllgwyngyllgogerychwyrndrobwll, ${WORD}`,
}
const PLAIN = {
  minimumOrder: 1,
  availableQuantity: 900,
  description: 'One of many.',
  category: 'tools' as const,
}
/** Two weeks of a shop that has been open for longer than the pictures take. */
const SALES = [612, 402, 874, 0, 1112, 950, 1338, 558, 431, 1005, 1274, 1180, 1520, 861]

/** Visitor, customer and admin in a browser each, and what turns their store into each of its states. */
export async function openShop(browser: Browser, origin: string): Promise<Shop> {
  const people = peopleOf(browser, origin)
  const admin = await people.signInAdmin()
  const customer = await people.register({ name: 'Dana Whitfield', email: 'dana@example.com' })
  const pages: Shop['pages'] = {
    visitor: await people.open(),
    newcomer: await people.enterByPhone('+15550142280'),
    customer: customer.page,
    admin: admin.page,
  }
  await admin.page.route(/\/api\/overview$/, async (route) => {
    const answer = await route.fetch()
    const overview: Overview = await answer.json()
    await route.fulfill({ json: { ...overview, salesPerDay: spread(overview.salesPerDay) } })
  })

  async function makeNormal(): Promise<Ids> {
    const { items } = await admin.api.listProducts({ query: { limit: 8 } })
    const [first, second, third, ...rest] = await orderEach(customer, items)
    if (!items[0] || !first || !second || !third) throw new Error('The demo has too few parts')
    await pay(origin, customer, first)
    await pay(origin, customer, third)
    await admin.api.setOrderStatus({ params: { id: third._id }, body: { status: 'Shift' } })
    await admin.api.requestEstimate({
      body: {
        name: 'Ines Ferreira',
        email: 'ines@example.com',
        phone: '+1 555 014 7731',
        vehicle: 'Volvo V70',
        year: '2008',
        part: 'Front wheel bearing',
        quantity: '2',
        note: 'Both sides, please. When could I have them?',
      },
    })
    await admin.api.subscribe({ body: { email: 'ines@example.com' } })
    return {
      part: items[0]._id,
      order: (rest.at(-1) ?? second)._id,
      paidOrder: third._id,
      resetLink: await people.askForReset(customer.email),
    }
  }

  async function makeLong(): Promise<void> {
    const part = await admin.api.createProduct({
      body: { ...LONG_PART, img: '/drawings/brake-disc.svg', images: undefined, category: 'wheels' },
    })
    const person = await people.register({ name: LONG_NAME, email: LONG_EMAIL })
    pages.customer = person.page
    const [unpaid, paid] = await orderEach(person, [part, part], LONG_WHERE)
    if (!unpaid || !paid) throw new Error('The long orders were not made')
    await pay(origin, person, paid)
    Object.assign(ids, {
      part: part._id,
      order: unpaid._id,
      paidOrder: paid._id,
      resetLink: await people.askForReset(LONG_EMAIL),
    })
    const words = { name: LONG_NAME.slice(0, 80), description: LONG_PART.description.slice(0, 2000) }
    await person.api.createReview({ body: { ...words, img: null, rating: 4.2, productId: part._id } })
    await admin.api.subscribe({ body: { email: LONG_EMAIL } })
    await admin.api.requestEstimate({
      body: {
        name: words.name,
        email: LONG_EMAIL,
        phone: LONG_WHERE.phone,
        vehicle: WORD,
        year: '2008, 2nd facelift',
        part: LONG_PART.productName.slice(0, 200),
        quantity: '1,234,567 of each',
        note: words.description,
      },
    })
  }

  async function makeMany(): Promise<void> {
    const parts: Product[] = []
    const numbers = Array.from({ length: MANY }, (_, index) => index + 1)
    for (const number of numbers) {
      const body = {
        ...PLAIN,
        productName: `Part ${number} of many`,
        price: number,
        img: '/drawings/tyre.svg',
      }
      parts.push(
        await admin.api.createProduct({
          body: { ...body, brand: null, partNumber: `M-${number}`, images: undefined },
        }),
      )
    }
    await orderEach(customer, parts)
    pages.customer = customer.page
    ids.part = parts[0]?._id ?? ids.part
    for (const number of numbers) {
      const email = `person${number}@example.com`
      await admin.api.subscribe({ body: { email } })
      await admin.api.requestEstimate({
        body: { ...NOTHING_MORE, name: `Person ${number}`, email, part: `Part ${number}` },
      })
      await admin.api.createReview({
        body: {
          name: `Person ${number}`,
          description: `Review ${number} of many.`,
          img: null,
          rating: 1 + (number % 5),
          productId: ids.part,
        },
      })
    }
    await people.makeAccounts(
      numbers.map((number) => ({ name: `Person ${number}`, email: `person${number}@example.com` })),
    )
  }

  /** The public pages truly have nothing to show; what only the browser asks for is answered with nothing. */
  async function makeEmpty(): Promise<void> {
    for (;;) {
      const { items } = await admin.api.listProducts({ query: { limit: 100 } })
      if (items.length === 0) break
      for (const { _id } of items) await admin.api.deleteProduct({ params: { id: _id } })
    }
    for (const { _id } of (await admin.api.listReviews({ query: { limit: 1000 } })).items) {
      await admin.api.updateReview({ params: { id: _id }, body: { hidden: true } })
    }
    for (const page of [customer.page, admin.page]) {
      const lists = /\/api\/(order|manage|service|user|manage-review|estimate|newsletter)(\?.*)?$/
      await page.route(lists, (route) => route.fulfill({ json: [] }))
    }
    await admin.page.route(/\/api\/overview$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: emptied(await answer.json()) })
    })
  }

  const ids = await makeNormal()
  const makers: Record<State, () => Promise<void>> = {
    normal: async () => undefined,
    long: makeLong,
    many: makeMany,
    empty: makeEmpty,
  }
  return { ids, pages, prepare: (state) => makers[state]() }
}

const NOTHING_MORE = { phone: null, vehicle: null, year: null, quantity: null, note: null }

/** Sales of a fortnight, written directly: an order cannot be placed in the past. */
function spread(days: Overview['salesPerDay']): Overview['salesPerDay'] {
  return days.map((day, index) => {
    const total = SALES[index] ?? 0
    return { ...day, total, orders: Math.ceil(total / 90) }
  })
}

function emptied(overview: Overview): Overview {
  return {
    currency: overview.currency,
    salesPerDay: overview.salesPerDay.map(({ day }) => ({ day, total: 0, orders: 0 })),
    ordersByStatus: { pendingUnpaid: 0, pendingPaid: 0, shifted: 0, expired: 0 },
    storage: { freeBytes: 75_000_000_000, isLow: false },
    lowStock: [],
    newestReviews: [],
    newestEstimates: [],
    ledgerCheck: null,
    disputes: [],
    strayPayments: [],
  }
}
