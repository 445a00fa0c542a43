import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import { sampleAdmin } from '#contract/users/sample-admin.ts'

export type Signed = { page: Page; api: ApiClient; name: string; email: string }
type Account = { name: string; email: string }

const PASSWORD = 'a-good-password'
/** Hashing passwords keeps every core busy: more at once would only wait. */
const AT_ONCE = 4

/** The people of the pictures, each in a browser window of their own. */
export function peopleOf(browser: Browser, origin: string) {
  async function open(): Promise<Page> {
    return (await newContext(browser, origin)).newPage()
  }

  async function enter(
    page: Page,
    fields: Record<string, string>,
    button: string,
  ): Promise<Pick<Signed, 'page' | 'api'>> {
    const form = page.getByRole('main')
    for (const [label, value] of Object.entries(fields)) {
      await form.getByLabel(label, { exact: true }).fill(value)
    }
    await form.getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL('/')
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    return { page, api: clientOf(origin, token) }
  }

  return {
    open,

    async signInAdmin(): Promise<Signed> {
      const page = await open()
      await page.goto('/login')
      const { email, password } = sampleAdmin
      return {
        ...(await enter(page, { Email: email, Password: password }, 'Login')),
        name: 'Sample Admin',
        email,
      }
    },

    async register({ name, email }: Account): Promise<Signed> {
      const page = await open()
      await page.goto('/register')
      return {
        ...(await enter(page, { Name: name, Email: email, Password: PASSWORD }, 'Register')),
        name,
        email,
      }
    },

    /** A user without an address: the store asks for one. */
    async enterByPhone(number: string): Promise<Page> {
      const page = await open()
      const form = page.getByRole('main')
      const press = (name: string) => form.getByRole('button', { name, exact: true }).click()
      await page.goto('/login')
      await press('Use my phone')
      await form.getByLabel('Phone', { exact: true }).fill(number)
      await press('Text me a code')
      const code = form.getByLabel('Six-digit code', { exact: true })
      await code.waitFor()
      await code.fill(/\d{6}/.exec(await messageTo(origin, number, ''))?.[0] ?? '')
      await press('Login')
      await page.waitForURL('/add-email')
      return page
    },

    /** Accounts made by the calls of the register page. */
    async makeAccounts(accounts: Account[]): Promise<void> {
      const rest = [...accounts]
      const worker = async () => {
        for (let next = rest.pop(); next; next = rest.pop()) await makeAccount(origin, next)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },

    /** The address, inside the store, of the link in the newest reset mail. */
    async askForReset(email: string): Promise<string> {
      await identity(origin, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const text = await messageTo(origin, email, 'resetPassword')
      const link = /https?:\/\/\S+/.exec(text)?.[0]
      if (!link) throw new Error(`No reset mail reached ${email}`)
      return link.replace(/^https?:\/\/[^/]+/, '')
    },
  }
}

/** What a mail or text message of the demo's outbox says. */
async function messageTo(origin: string, whom: string, part: string): Promise<string> {
  const outbox = await fetch(`${origin}/identity/outbox`, { headers: { accept: 'application/json' } })
  const mails: { to: string; text: string }[] = await outbox.json()
  return mails.findLast(({ to, text }) => to === whom && text.includes(part))?.text ?? ''
}

function newContext(browser: Browser, origin: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: origin, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
}

async function makeAccount(origin: string, { name, email }: Account): Promise<void> {
  const account = { email, password: PASSWORD, displayName: name, returnSecureToken: true }
  const { idToken } = await identity(origin, 'signUp', account)
  await clientOf(origin, idToken ?? null).exchangeToken({ params: { email }, body: { email } })
}

async function identity(origin: string, call: string, body: object): Promise<{ idToken?: string }> {
  const config = await clientOf(origin, null).getConfig()
  const answer = await fetch(`${origin}/identity/v1/accounts:${call}?key=${config.identity.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The store's calls, with this token. */
function clientOf(origin: string, token: string | null): ApiClient {
  return createApiClient(async ({ method, path, headers, body }) => {
    const signed = token ? { ...headers, authorization: `Bearer ${token}` } : headers
    const answer = await fetch(origin + path, { method, headers: signed, body })
    return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.text() }
  })
}
