import sharp from 'sharp'
import type { Product } from '#contract/catalog/products/products.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { csv, upload } from '../support/imports.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { Person } from '../support/store.ts'

/** Existing rows that requests refer to, so that a valid request reaches code behind the checks. */
export type FixtureRows = {
  customer: Person
  admin: Person
  /** Another customer, for requests about the data of others. */
  stranger: Person
  refreshToken: string
  part: Product
  orderId: string
  orderTotal: number
  paidOrderId: string
  intentId: string
  clientSecret: string
  reviewId: string
  importId: string
  signInId: string
  userId: string
  oobCode: string
}

export type Fixture = {
  store: Shop
  picture: Buffer
  keys: { secretKey: string; publishableKey: string; webhookSecret: string }
  rows: FixtureRows
  /** Creates the rows again: requests use them up and delete accounts. */
  renew(): Promise<void>
  /** Errors in the log. */
  errors: unknown[]
}

const METHODS = 'password,google,facebook,github,twitter,custom,emailLink,phone,totp,phoneFactor'
/** So high that requests reach the code behind the limits. */
const MANY = '1000000'

/** A store in demo mode with all sign-in methods and high limits. */
export async function openFixture(web: string): Promise<Fixture> {
  const shop = await openShop({
    web,
    env: {
      IDENTITY_METHODS: METHODS,
      ORDERS_PER_HOUR: MANY,
      FORMS_PER_HOUR: MANY,
      QUOTES_PER_HOUR: MANY,
      SIGN_UPS_PER_HOUR: MANY,
      MAILS_PER_HOUR: MANY,
      SMS_PER_HOUR: MANY,
      REVIEWS_PER_DAY: MANY,
      UNPAID_ORDER_LIMIT: MANY,
    },
  })
  const errors: unknown[] = []
  for (const level of ['error', 'fatal'])
    Reflect.set(shop.app.log, level, (...given: unknown[]) => errors.push(given))
  const root = await shop.staff('admin')
  const fixture: Fixture = {
    store: shop,
    errors,
    picture: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    keys: await readKeys(shop),
    rows: await createRows(shop, root),
    async renew() {
      fixture.rows = await createRows(shop, await shop.signInAgain(root))
    },
  }
  return fixture
}

async function readKeys({ database: { db } }: Shop): Promise<Fixture['keys']> {
  const rows = await db.selectFrom('secrets').select(['name', 'value']).execute()
  const secret = (name: string) => rows.find((row) => row.name === name)?.value ?? ''
  return {
    secretKey: secret('cards-secret-key'),
    publishableKey: secret('cards-publishable-key'),
    webhookSecret: secret('cards-webhook-secret'),
  }
}

/** No hostile request is sent as `root`, so that an admin always remains. */
async function createRows(shop: Shop, root: Person): Promise<FixtureRows> {
  const customer = await shop.buyer()
  const admin = await shop.staff('admin')
  const stranger = await shop.buyer()
  const part = await shop.part({ available: 100_000, productName: 'Hostile brake disc' })
  const open = await shop.order([{ part, quantity: 2 }], { buyer: customer })
  const paid = await shop.paid(await shop.order([{ part, quantity: 1 }], { buyer: customer }))
  const payment = await shop.openPayment(open)
  const review = await customer.api.createReview({
    body: { name: 'Ann', description: 'Good.', productId: part._id },
  })
  const started = await upload(
    root,
    csv([
      ['_id', 'price'],
      [part._id, 9],
    ]),
  )
  const { items: signIns } = await customer.api.listSignIns()
  const { _id: userId } = await customer.api.getUser({ params: { email: customer.email } })
  return {
    customer,
    admin,
    stranger,
    part,
    userId,
    orderId: open._id,
    orderTotal: open.total,
    paidOrderId: paid._id,
    intentId: payment.id,
    clientSecret: payment.secret,
    reviewId: review._id,
    importId: started._id,
    signInId: signIns[0]?._id ?? '',
    ...(await createSignInRows(shop, customer)),
  }
}

/** A refresh token of the customer, and the code of a password reset. */
async function createSignInRows(shop: Shop, { email, password }: Person) {
  const post = async (path: string, payload: object) => {
    const url = `/identity/v1/${path}?key=${shop.config.identity.apiKey}`
    return (await shop.call({ method: 'POST', url, payload })).json<Record<string, unknown>>()
  }
  const { refreshToken } = await post('accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  })
  await post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const mail = (await listMail(shop.database.db)).find(
    ({ to, text }) => to === email && text.includes('oobCode='),
  )
  return { refreshToken: String(refreshToken), oobCode: /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
