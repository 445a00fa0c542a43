import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { jobNameSchema } from '#contract/platform/jobs/failed-jobs.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { newId } from '#database/uuid.ts'
import { checkoutBody, exampleAddress, orderBody } from '#demo/purchase.ts'
import { addRun } from '../../../support/failed-jobs.ts'
import { authorization, type Column, columns, declaredRow } from '../../../support/http/authorization.ts'
import { apply, csv, dryRun, upload } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let part: Product
let picture: Buffer

beforeAll(async () => {
  shop = await openShop()
  await shop.jobs.start()
  admin = await shop.staff('admin')
  part = await shop.part({ available: 10_000 })
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
})
afterAll(() => shop.close())

/** The persons of one cell: the caller and the owner of the objects that the request names. */
type Cell = { column: Column; caller: Person | undefined; subject: Person }
type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  raw?: Buffer
}
type Prepare = (cell: Cell) => Promise<Request> | Request

const withEmail: Prepare = ({ subject }) => ({ params: { email: subject.email } })
const orderOf = async ({ subject }: Cell) => shop.order([{ part, quantity: 1 }], { buyer: subject })
const paidOrderOf = async (cell: Cell) => shop.paid(await orderOf(cell))
const withId =
  (make: (cell: Cell) => Promise<{ _id: string }>, rest: Request = {}): Prepare =>
  async (cell) => ({ params: { id: (await make(cell))._id }, ...rest })
const newPart = () => shop.part()
let nextJob = 0
/** Each call takes the next job name, because a job with a waiting run cannot be run again. */
async function failedJob(): Promise<{ _id: string }> {
  const { options } = jobNameSchema
  const job = options[nextJob++ % options.length] ?? 'clean-up'
  return { _id: await addRun(shop, job) }
}
const newRequest = () => shop.api.requestEstimate({ body: newEstimate })
async function newSubscriber(): Promise<{ _id: string }> {
  subscriber += 1
  const { email } = await shop.api.subscribe({ body: { email: `reader${subscriber}@example.com` } })
  const { items } = await admin.api.listSubscribers({ query: { limit: 1000 } })
  const found = items.find((item) => item.email === email)
  if (!found) throw new Error('not subscribed')
  return found
}
const newReview = () => admin.api.createReview({ body: { name: 'Ann', description: 'Good.', img: null } })

async function paidButNotReported(cell: Cell): Promise<Request> {
  const placed: Order = await orderOf(cell)
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment)
  return { params: { id: placed._id }, body: { appointment: placed._id, transactionId: payment.id } }
}

async function freshUser(): Promise<{ _id: string }> {
  const person = await shop.buyer()
  return admin.api.getUser({ params: { email: person.email } })
}

let nextName = 0
async function settingsChange(): Promise<{ _id: string }> {
  nextName += 1
  await admin.api.saveSettings({ body: { name: `Shop ${nextName}` } })
  const { items } = await admin.api.listSettingsChanges()
  const [newest] = items
  if (!newest) throw new Error('no change of settings')
  return newest
}

const cartVersionOf = async (caller: Person | undefined) => (await caller?.api.getCart())?.version ?? 0

async function cartOf(caller: Person | undefined): Promise<Cart> {
  const body = { lines: [{ productId: part._id, quantity: 1 }] }
  return (await (caller ?? admin).api.mergeCart({ body })).cart
}
const addressOf = ({ subject }: Cell) => subject.api.createAddress({ body: exampleAddress })

async function signInOf({ subject }: Cell): Promise<{ _id: string }> {
  const { items } = await subject.api.listSignIns()
  return items[0] ?? { _id: 'none' }
}

const towBar = { name: 'Tow bar', plural: 'Tow bars', category: 'body', attributes: [] }

async function newCategory() {
  nextName += 1
  const params = { id: `category-${nextName}` }
  await admin.api.saveCategory({ params, body: { name: `Category ${nextName}` } })
  return { params }
}

async function newPartType() {
  nextName += 1
  const params = { key: `type-${nextName}` }
  const name = `Type ${nextName}`
  await admin.api.savePartType({ params, body: { ...towBar, name, plural: name } })
  return { params }
}

async function newAttribute() {
  nextName += 1
  const params = { key: `attribute_${nextName}` }
  await admin.api.saveAttribute({ params, body: { name: `Attribute ${nextName}`, kind: 'boolean' } })
  return { params }
}

async function newChoices() {
  nextName += 1
  const params = { key: `attribute_${nextName}` }
  const choices = ['grey', 'gray'].map((key) => ({ key, name: key }))
  await admin.api.saveAttribute({ params, body: { name: `Attribute ${nextName}`, kind: 'choice', choices } })
  return { params, body: { choice: 'gray', into: 'grey' } }
}

const partsFile = csv([
  ['_id', 'price'],
  [newId(), 9],
])
const newImport = () => upload(admin, partsFile)

/** A comparison that can be applied: one import at a time is, and that of the cell before may not have finished. */
async function checkedImport() {
  const isWritten = (state: string) => state === 'applying' || state === 'undoing'
  const isBusy = async () =>
    (await admin.api.listImports({ query: {} })).items.some(({ state }) => isWritten(state))
  while (await isBusy());
  return dryRun(admin, await priceFile())
}

async function priceFile(): Promise<Buffer> {
  const { _id } = await newPart()
  return csv([
    ['_id', 'price'],
    [_id, 9],
  ])
}

const newEstimate = { name: 'Ann', email: 'ann@example.com' }
let subscriber = 0

const prepare: Record<EndpointName, Prepare> = {
  getConfig: () => ({}),
  getSettings: () => ({}),
  saveSettings: () => ({ body: { phone: '+1 555 014 7731' } }),
  listSettingsChanges: () => ({}),
  takeBackSettings: withId(settingsChange),
  exchangeToken: ({ subject: { email } }) => ({ params: { email }, body: { email } }),
  getUser: withEmail,
  updateUser: ({ subject }) => ({ params: { email: subject.email }, body: { education: 'Mechanic' } }),
  deleteAccount: withEmail,
  getAdminFlag: withEmail,
  listUsers: () => ({}),
  promoteUser: async () => ({
    params: { email: (await shop.buyer()).email },
    body: { confirmUnverified: true },
  }),
  demoteUser: async () => ({ params: { email: (await shop.staff('admin')).email } }),
  removeUser: withId(freshUser),
  setRole: async () => ({
    params: { email: (await shop.buyer()).email },
    body: { role: 'orders', confirmUnverified: true },
  }),
  listSignIns: () => ({}),
  endSignIn: withId(signInOf),
  endOtherSignIns: () => ({}),
  getCatalogue: () => ({}),
  getCatalogueUse: () => ({}),
  saveCategory: () => ({ params: { id: 'trim' }, body: { name: 'Trim' } }),
  deleteCategory: newCategory,
  savePartType: () => ({ params: { key: 'tow-bar' }, body: towBar }),
  deletePartType: newPartType,
  saveAttribute: () => ({ params: { key: 'ball' }, body: { name: 'Ball', kind: 'number' } }),
  mergeChoices: newChoices,
  deleteAttribute: newAttribute,
  listCategories: () => ({}),
  listProducts: () => ({}),
  countProducts: () => ({}),
  suggestProducts: () => ({ query: { q: 'br' } }),
  getProduct: () => ({ params: { id: part._id } }),
  createProduct: () => ({
    body: {
      productName: 'Cap',
      price: 3,
      minimumOrder: 1,
      availableQuantity: 5,
      img: '/drawings/piston.svg',
    },
  }),
  updateProduct: withId(newPart, { body: { price: 4 } }),
  deleteProduct: withId(newPart),
  uploadImage: () => ({ raw: picture }),
  startImport: () => ({ body: { fileName: 'parts.csv', bytes: 10 } }),
  listImports: () => ({}),
  getImport: withId(newImport),
  sendPiece: async () => {
    const { _id: id } = await admin.api.startImport({
      body: { fileName: 'parts.csv', bytes: partsFile.length },
    })
    return { params: { id }, query: { offset: '0' }, raw: partsFile }
  },
  checkImport: withId(newImport),
  listImportChanges: withId(newImport),
  listImportErrors: withId(newImport),
  getImportErrors: withId(newImport),
  applyImport: async () => {
    const { _id: id, checkNumber } = await checkedImport()
    return { params: { id }, body: { checkNumber } }
  },
  undoImport: withId(async () => apply(admin, await checkedImport())),
  discardImport: withId(newImport),
  exportProducts: () => ({}),
  quote: () => ({ body: { lines: [{ productId: part._id, quantity: 1 }] } }),
  getCart: () => ({}),
  setCartLine: async ({ caller }) => ({
    body: { productId: part._id, quantity: 1, version: await cartVersionOf(caller) },
  }),
  mergeCart: () => ({ body: { lines: [{ productId: part._id, quantity: 1 }] } }),
  emptyCart: async ({ caller }) => ({ query: { version: String(await cartVersionOf(caller)) } }),
  checkout: async ({ caller }) => ({ body: checkoutBody(await cartOf(caller)) }),
  listAddresses: () => ({}),
  createAddress: () => ({ body: exampleAddress }),
  updateAddress: withId(addressOf, { body: { line1: '1 Foundry Lane' } }),
  deleteAddress: withId(addressOf),
  placeOrder: ({ subject }) => ({ body: orderBody([{ part, quantity: 1 }], subject) }),
  listOrders: ({ subject }) => ({ query: { email: subject.email } }),
  getOrder: withId(orderOf),
  getReceipt: withId(paidOrderOf),
  deleteOrder: withId(orderOf),
  listAllOrders: () => ({}),
  setOrderStatus: withId(orderOf, { body: { status: 'Shift' } }),
  listOrderNotes: withId(orderOf),
  addOrderNote: withId(orderOf, { body: { text: 'Call first.' } }),
  markOrderPaid: paidButNotReported,
  refundOrder: withId(paidOrderOf, {
    body: { refunded: 0 },
  }),
  createPaymentIntent: async (cell) => {
    const placed = await orderOf(cell)
    return { body: { price: placed.total, orderId: placed._id } }
  },
  receiveCardEvent: () => ({ body: { type: 'payment_intent.succeeded' } }),
  createReview: () => ({ body: { name: 'Ann', description: 'Good.' } }),
  listReviews: () => ({}),
  getReviewScore: () => ({ query: { productId: part._id } }),
  updateReview: withId(newReview, { body: { hidden: true } }),
  listAllReviews: () => ({}),
  requestEstimate: () => ({ body: newEstimate }),
  listEstimates: () => ({}),
  deleteEstimate: withId(newRequest),
  getRelatedParts: () => ({ params: { id: part._id } }),
  askForNotice: async () => ({
    params: { id: (await shop.part({ available: 0 }))._id },
    body: { email: 'waits@example.com' },
  }),
  subscribe: () => {
    subscriber += 1
    return { body: { email: `reader${subscriber}@example.com` } }
  },
  listSubscribers: () => ({}),
  exportSubscribers: () => ({}),
  deleteSubscriber: withId(newSubscriber),
  listFailedMails: () => ({}),
  retryFailedMails: () => ({}),
  listFailedJobs: () => ({}),
  runJobAgain: withId(failedJob),
  find: () => ({ query: { q: 'br' } }),
  listAudit: () => ({}),
  exportAudit: () => ({}),
  getOverview: () => ({}),
}

const sharedCells = new Map<Column, Promise<Cell>>()

/** Read-only calls and calls of endpoints for staff do not change caller and subject, so these share both. */
function cellOf(name: EndpointName, column: Column): Promise<Cell> {
  const { method, access } = api[name]
  if (method !== 'GET' && typeof access === 'string') return newCell(column)
  const cell = sharedCells.get(column) ?? newCell(column)
  sharedCells.set(column, cell)
  return cell
}

async function newCell(column: Column): Promise<Cell> {
  if (column === 'adminOwn' || column === 'owner') {
    const subject = column === 'owner' ? await shop.buyer() : await shop.staff('admin')
    return { column, caller: subject, subject }
  }
  const subject = await shop.buyer()
  if (column === 'anonymous') return { column, caller: undefined, subject }
  return { column, caller: await (column === 'other' ? shop.buyer() : shop.staff(column)), subject }
}

async function callCell(name: EndpointName, cell: Cell) {
  const endpoint = api[name]
  const { params = {}, query = {}, body, raw } = await prepare[name](cell)
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const rawType = 'rawBody' in endpoint ? endpoint.rawBody.types[0] : ''
  return shop.call({
    method: endpoint.method,
    url: `/api${path}?${new URLSearchParams(query)}`,
    token: endpoint.access === 'identity-token' ? cell.caller?.idToken : cell.caller?.token,
    ...(raw ? { payload: raw, headers: { 'content-type': rawType } } : {}),
    ...(body === undefined
      ? {}
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

const names = Object.keys(authorization) as EndpointName[]

describe('every cell of the authorization table', () => {
  const cells = names.flatMap((name) =>
    columns.map((column) => ({ name, column, status: authorization[name][column] })),
  )
  test.each(cells)('$name as $column returns $status', async ({ name, column, status }) => {
    const response = await callCell(name, await cellOf(name, column))
    expect(response.statusCode, response.payload).toBe(status)
    if (status >= 400) expect(response.headers['content-type']).toContain('application/problem+json')
  })
})

test.each(names)('%s declares the access that the table documents', (name) => {
  expect(declaredRow(api[name])).toEqual(authorization[name])
})

test('another person’s order gets the same response as one that does not exist', async () => {
  const owner = await shop.buyer()
  const other = await shop.buyer()
  const theirs = await shop.order([{ part, quantity: 1 }], { buyer: owner })
  for (const [method, payload] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PATCH', { appointment: theirs._id, transactionId: 'pi_x' }],
  ] as const) {
    const send = (id: string) =>
      shop.call({ method, url: `/api/order/${id}`, token: other.token, ...(payload ? { payload } : {}) })
    const foreign = await send(theirs._id)
    const unknown = await send(crypto.randomUUID())
    const comparable = (response: typeof foreign) => {
      const { requestId: _, ...body } = response.json()
      const { date: __, 'content-length': ___, ...headers } = response.headers
      return { status: response.statusCode, body, headers }
    }
    expect(comparable(foreign)).toEqual(comparable(unknown))
    expect(foreign.statusCode).toBe(404)
  }
})

test('a demotion or removal takes effect at the next request', async () => {
  const demotedAdmin = await shop.staff('admin')
  const customer = await shop.buyer()
  const list = (person: Person) => shop.call({ url: '/api/manage', token: person.token })
  expect((await list(demotedAdmin)).statusCode).toBe(200)
  await admin.api.demoteUser({ params: { email: demotedAdmin.email } })
  expect((await list(demotedAdmin)).statusCode).toBe(403)
  const { _id } = await admin.api.getUser({ params: { email: customer.email } })
  await admin.api.removeUser({ params: { id: _id } })
  const response = await shop.call({ url: '/api/order', token: customer.token })
  expect(response.statusCode).toBe(401)
  expect(response.json().code).toBe('account_disabled')
})
