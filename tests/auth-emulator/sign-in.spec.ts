import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { signInTexts } from '#contract/people/sign-in/texts.ts'
import { field, logOut, newEmail, register, signIn } from '../browser/story.ts'
import { atGateway } from './google.ts'
import { dataFolderIn, PROJECT } from './project.ts'

const emulator = `http://127.0.0.1:${process.env.EMULATOR_PORT}`
const emulatorAdmin = `${emulator}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}`

/** The browser's requests to Google are sent to the gateway; a request to any other host fails the test. */
const test = base.extend({
  context: async ({ context, baseURL }, use) => {
    const otherRequests: string[] = []
    await context.route(
      (url) => url.origin !== baseURL && /^https?:$/.test(url.protocol),
      async (route) => {
        const address = atGateway(route.request().url(), Number(process.env.GOOGLE_PORT))
        if (!address) otherRequests.push(route.request().url())
        if (!address) return route.abort()
        return route.fulfill({ response: await route.fetch({ url: address }) })
      },
    )
    await use(context)
    expect(otherRequests).toEqual([])
  },
})

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobLink: z.url() })),
})

/**
 * Returns the store's page to which the newest mail of this type leads. The mail links to a page of Google, which
 * would pass the code on to the store.
 */
async function mailedLink(page: Page, email: string, requestType: string): Promise<string> {
  const response = await page.request.get(`${emulator}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = codesSchema.parse(await response.json())
  const matching = oobCodes.filter((code) => code.email === email && code.requestType === requestType)
  const { searchParams: mailed } = new URL(matching.at(-1)?.oobLink ?? '')
  const link = new URL(
    requestType === 'EMAIL_SIGNIN' ? (mailed.get('continueUrl') ?? '') : '/reset-password',
    page.url(),
  )
  for (const name of ['mode', 'oobCode', 'apiKey']) link.searchParams.set(name, mailed.get(name) ?? '')
  return link.href
}

test('a visitor registers, logs out, gets an error for a wrong password, and signs in', async ({ page }) => {
  const person = await register(page, 'Nora Lind')
  await logOut(page, 'Nora Lind')
  await page.goto('/login')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email or password is not right.')).toBeVisible()
  await signIn(page, person)
  await expect(page.getByRole('button', { name: 'Account: Nora Lind' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account: Nora Lind' })).toBeVisible()
})

test('registration with an address that has an account is rejected', async ({ page }) => {
  const { email } = await register(page, 'Vera Quick')
  await logOut(page, 'Vera Quick')
  await page.goto('/register')
  await field(page, 'Name').fill('Test Person')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('This email already has an account.')).toBeVisible()
})

test('a forgotten password is replaced by the mailed code', async ({ page }) => {
  const { email } = await register(page, 'Tom Ashby')
  await logOut(page, 'Tom Ashby')
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/If this address has an account/)).toBeVisible()
  await page.goto(await mailedLink(page, email, 'PASSWORD_RESET'))
  await page.getByLabel('New password').fill('a-newer-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible()
  await signIn(page, { email, password: 'a-newer-password' })
})

test('a mailed link creates an account and signs in', async ({ page }) => {
  const email = newEmail('link')
  await page.goto('/login')
  await page.getByRole('button', { name: signInTexts.methods.emailLink }).click()
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: signInTexts.sendLink }).click()
  await expect(page.getByText(signInTexts.linkSent(email))).toBeVisible()
  await page.goto(await mailedLink(page, email, 'EMAIL_SIGNIN'))
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
})

test('a disabled user is signed out at the next visit', async ({ page }) => {
  const { email } = await register(page, 'Max Gone')
  const [user] = await lookUpAtEmulator(page, email)
  await page.request.post(`${emulatorAdmin}/accounts:update`, {
    headers: { authorization: 'Bearer owner' },
    data: { localId: user?.localId, disableUser: true },
  })
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('an account removed by an admin is disabled at Firebase by the service account', async ({ page }) => {
  const { request } = page
  const admin = await signUpAtGateway(page, 'admin')
  const customer = await signUpAtGateway(page, 'customer')
  const { token } = await exchangeToken(page, admin)
  const { user } = await exchangeToken(page, customer)
  await makeAdmin(admin.email)
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.delete(`/api/admin/${user._id}`, { headers })).status()).toBe(200)
  await expect.poll(() => lookUpAtEmulator(page, customer.email)).toMatchObject([{ disabled: true }])
  const again = { headers: { authorization: `Bearer ${customer.idToken}` }, data: { email: customer.email } }
  expect((await request.put(`/api/user/${customer.email}`, again)).status()).toBe(401)
})

test('a deleted account is also deleted at Firebase', async ({ page }) => {
  const { email, idToken } = await signUpAtGateway(page, 'gone')
  const headers = { authorization: `Bearer ${idToken}` }
  await exchangeToken(page, { email, idToken })
  expect(await lookUpAtEmulator(page, email)).toHaveLength(1)
  expect((await page.request.delete(`/api/user/${email}`, { headers })).status()).toBe(200)
  await expect.poll(() => lookUpAtEmulator(page, email)).toEqual([])
})

test('the store rejects an unsigned token, and accepts a signed one', async ({ page }) => {
  const { email, idToken } = await signUpAtGateway(page, 'token')
  const [, claims] = idToken.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
  const exchange = (token: string) =>
    page.request.put(`/api/user/${email}`, { headers: { authorization: `Bearer ${token}` }, data: { email } })
  expect((await exchange(unsigned)).status()).toBe(401)
  expect((await exchange(idToken)).status()).toBe(200)
})

/** Creates an account by a request to the gateway, whose signature the token has. */
async function signUpAtGateway(page: Page, name: string): Promise<{ email: string; idToken: string }> {
  const email = newEmail(name)
  const call = 'https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=k'
  const response = await page.request.post(atGateway(call, Number(process.env.GOOGLE_PORT)) ?? '', {
    data: { email, password: 'a-good-password', returnSecureToken: true },
  })
  const { idToken } = z.object({ idToken: z.string() }).parse(await response.json())
  return { email, idToken }
}

const exchangedSchema = z.object({ token: z.string(), user: z.object({ _id: z.string() }) })

async function exchangeToken(page: Page, { email, idToken }: { email: string; idToken: string }) {
  const headers = { authorization: `Bearer ${idToken}` }
  const response = await page.request.put(`/api/user/${email}`, { headers, data: { email } })
  return exchangedSchema.parse(await response.json())
}

/** Makes an account an admin by the store's command. */
async function makeAdmin(email: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataFolderIn(process.env.STORE_FOLDER ?? '') }
  const cwd = path.join(import.meta.dirname, '../..')
  await promisify(execFile)(process.execPath, ['server/programs/admin.ts', email, '--force'], { cwd, env })
}

const accountsSchema = z.array(z.object({ localId: z.string(), disabled: z.optional(z.boolean()) }))

/** Returns the emulator's accounts with this address. */
async function lookUpAtEmulator(page: Page, email: string): Promise<z.infer<typeof accountsSchema>> {
  const response = await page.request.post(`${emulatorAdmin}/accounts:lookup`, {
    headers: { authorization: 'Bearer owner' },
    data: { email: [email] },
  })
  return z.object({ users: z.optional(accountsSchema) }).parse(await response.json()).users ?? []
}
