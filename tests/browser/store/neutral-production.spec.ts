import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { offers, statistics, team, homeTexts as texts } from '#contract/store/content/home-texts.ts'
import { portfolioTexts, projects, skills } from '#contract/store/content/portfolio-texts.ts'
import { orderBody } from '#demo/purchase.ts'
import { readPdf } from '#tests/support/orders/pdf-text.ts'
import { partBody } from '#tests/support/products/example-part.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { type DemoStore, startDemoStore } from '#tools/screens/demo-store.ts'
import { signInToApi } from '../store-api.ts'
import { expect, POLL_OFTEN, test } from '../story.ts'

/** On Home of a demo: people, figures, offers, the contact and the hours of its counter. */
const homeContent = [
  ...team.flatMap(({ name, work, portrait, links }) => [name, work, portrait, ...Object.values(links)]),
  ...statistics.flatMap(({ label, value }) => [label, value]),
  ...offers.flatMap(({ title, subtitle, text }) => [title, subtitle, text]),
  ...[texts.team, texts.offers, texts.offerBadge, texts.offersText],
  ...['+1 555 014 2280', '12 Foundry Lane', 'Mon to Fri, 7:30'],
]
const portfolioContent = [
  ...[portfolioTexts.name, portfolioTexts.work, ...portfolioTexts.bio, portfolioTexts.projectsText],
  ...[...skills, ...projects].map(({ text }) => text),
  ...projects.map(({ code }) => code),
]
const invented = [
  ...[...homeContent, ...portfolioContent, ...Object.values(sampleAdmin)],
  ...['Jonas Lindqvist', 'Priya Raman', 'partsline.demo', 'partsline-demo', '/code/', 'Demo store'],
]

const inventedIn = (text: string) => invented.filter((words) => text.includes(words))

const BUYER = { email: 'buyer@example.com', password: 'a-good-password' }
const ADMIN = { email: 'owner@example.com', password: 'a-good-password' }

// one production store for both tests
test.describe.configure({ mode: 'default' })

let folder: string
let smtp: SmtpServer
let store: DemoStore
let settings: Record<string, string>

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-neutral-'))
  smtp = await openSmtpServer()
  settings = {
    STORE_MODE: 'production',
    STORE_NAME: 'Alder Falls',
    DATA_DIR: folder,
    PUBLIC_URL: 'https://parts.example',
    CARDS: 'off',
    SMTP_URL: smtp.smtpUrl,
    MAIL_FROM: 'shop@parts.example',
    TRUST_PROXY: 'false',
  }
  store = await startDemoStore(settings, { program: 'server/programs/main.ts' })
})

test.afterAll(async () => {
  await store?.stop()
  await smtp?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a demo shows each of the invented words for which the production store is searched', async ({
  request,
}) => {
  const home = plainText(await (await request.get('/')).text())
  expect(homeContent.filter((words) => !home.includes(words))).toEqual([])
  const portfolio = plainText(await (await request.get('/portfolio')).text())
  expect(portfolioContent.filter((words) => !portfolio.includes(words))).toEqual([])
})

test('a production store from an empty database invents no person, number or offer: pages, mails, receipt', async ({
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: store.origin })
  await crawl(request, 25)

  await signUp(request, ADMIN)
  await signUp(request, BUYER)
  const { stdout } = await promisify(execFile)(process.execPath, ['server/programs/admin.ts', ADMIN.email], {
    env: { ...process.env, ...settings },
  })
  expect(stdout).toContain('is now an admin')
  const admin = await signInToApi(request, ADMIN)
  const part = await admin.createProduct({ body: partBody() })
  const buyer = await signInToApi(request, BUYER)
  const order = await buyer.placeOrder({ body: orderBody([{ part }], { email: BUYER.email }) })
  const params = { id: order._id }
  await admin.markOrderPaid({
    params,
    body: { appointment: order._id, transactionId: `counter-${order._id}` },
  })
  await admin.setOrderStatus({ params, body: { status: 'Shift' } })
  await admin.refundOrder({ params, body: { amount: 1, pieces: 0, refunded: 0 } })
  await identityCall(request, 'sendOobCode', { requestType: 'PASSWORD_RESET', email: BUYER.email })
  // two verifications, paid, shifted, refunded, a reset
  await expect.poll(() => smtp.accepted.length, POLL_OFTEN).toBeGreaterThanOrEqual(6)
  for (const { subject, text } of smtp.accepted)
    expect(inventedIn(`${subject}\n${decode(text)}`), subject).toEqual([])

  const receipt = await request.get(`/api/order/${order._id}/receipt.pdf`, {
    headers: { authorization: `Bearer ${await tokenOf(request, BUYER)}` },
  })
  const words = readPdf(await receipt.body())
    .pages.flat()
    .join('\n')
  expect(words).toContain('Alder Falls')
  expect(inventedIn(words)).toEqual([])

  const pages = await crawl(request, 26)
  expect(pages.keys()).toContain(`/parts/${part._id}`)
  expect(pages.get('/')).toContain('Get Free Estimate')
  const portfolio = pages.get('/portfolio') ?? ''
  expect(portfolio).toContain(portfolioTexts.empty)
  expect(portfolio).toContain('<meta name="robots" content="noindex"/>')
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(`https://parts.example/parts/${part._id}`)
  expect(sitemap).not.toContain('portfolio')
  expect((await request.get('/code/catalogue')).status()).toBe(404)
})

/** Reads every page that public pages link to, and fails on invented words and on links to other sites. */
async function crawl(request: APIRequestContext, atLeast: number): Promise<Map<string, string>> {
  const unlinked = ['/forgot-password', '/reset-password', '/add-email', '/api/docs', '/no/such/page']
  const pages = new Map<string, string>()
  const waiting = ['/', ...unlinked]
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (pages.has(address)) continue
    const html = await (await request.get(address)).text()
    pages.set(address, html)
    expect(inventedIn(plainText(html)), address).toEqual([])
    for (const [, target = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const url = new URL(target.replaceAll('&amp;', '&'), store.origin + address)
      expect(url.origin, `${target} on ${address}`).toBe(store.origin)
      waiting.push(url.pathname + url.search)
    }
  }
  expect(pages.size).toBeGreaterThanOrEqual(atLeast)
  return pages
}

function plainText(html: string): string {
  return html.replaceAll('&amp;', '&').replaceAll('&#x27;', '’')
}

/** Quoted-printable, as far as it breaks lines. */
function decode(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

async function identityCall(request: APIRequestContext, method: string, data: object) {
  const { identity } = await (await request.get('/api/config')).json()
  const response = await request.post(`/identity/v1/accounts:${method}?key=${identity.apiKey}`, { data })
  expect(response.status(), method).toBe(200)
  return response.json()
}

/** Registers, and follows the link of the verification mail. */
async function signUp(request: APIRequestContext, { email, password }: typeof BUYER): Promise<void> {
  const mailed = smtp.nextMail()
  const { idToken } = await identityCall(request, 'signUp', { email, password, returnSecureToken: true })
  await identityCall(request, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const oobCode = /oobCode=([\w-]+)/.exec(decode((await mailed).text))?.[1]
  await identityCall(request, 'update', { oobCode })
  await signInToApi(request, { email, password })
}

async function tokenOf(request: APIRequestContext, { email, password }: typeof BUYER): Promise<string> {
  const { idToken } = await identityCall(request, 'signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  })
  const exchanged = await request.put(`/api/user/${email}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email },
  })
  return (await exchanged.json()).token
}
