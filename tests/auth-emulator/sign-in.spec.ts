import { test as base, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { field, newEmail, register, signIn } from '../browser/story.ts'
import { atGateway } from './google.ts'
import { PROJECT } from './project.ts'

const emulator = `http://127.0.0.1:${process.env.EMULATOR_PORT}`
const admin = `${emulator}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}`

/** A browser in which Google's addresses lead to the gateway, and nothing else leaves the store. */
const test = base.extend({
  context: async ({ context, baseURL }, use) => {
    const strays: string[] = []
    await context.route(
      (url) => url.origin !== baseURL && /^https?:$/.test(url.protocol),
      async (route) => {
        const address = atGateway(route.request().url(), Number(process.env.GOOGLE_PORT))
        if (!address) strays.push(route.request().url())
        if (!address) return route.abort()
        return route.fulfill({ response: await route.fetch({ url: address }) })
      },
    )
    await use(context)
    expect(strays).toEqual([])
  },
})

async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${name}` }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
}

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobCode: z.string() })),
})

/** The newest code that the emulator would have mailed. */
async function mailedCode(page: Page, email: string, requestType: string): Promise<string> {
  const answer = await page.request.get(`${emulator}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = codesSchema.parse(await answer.json())
  const mine = oobCodes.filter((one) => one.email === email && one.requestType === requestType)
  return mine.at(-1)?.oobCode ?? ''
}

test('a visitor registers, logs out, is told of a wrong password, and signs in', async ({ page }) => {
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

test('an address that has an account is refused', async ({ page }) => {
  const { email } = await register(page, 'Vera Quick')
  await logOut(page, 'Vera Quick')
  await page.goto('/register')
  await field(page, 'Name').fill('Somebody')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('This email already has an account.')).toBeVisible()
})

test('a forgotten password is replaced through the mailed code', async ({ page }) => {
  const { email } = await register(page, 'Tom Ashby')
  await logOut(page, 'Tom Ashby')
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/If this address has an account/)).toBeVisible()
  const code = await mailedCode(page, email, 'PASSWORD_RESET')
  await page.goto(`/reset-password?mode=resetPassword&oobCode=${code}&apiKey=key-of-the-emulator`)
  await page.getByLabel('New password').fill('a-newer-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible()
  await signIn(page, { email, password: 'a-newer-password' })
})

test('who is disabled while signed in is signed out by the next visit', async ({ page }) => {
  const { email } = await register(page, 'Max Gone')
  const found = await page.request.post(`${admin}/accounts:lookup`, {
    headers: { authorization: 'Bearer owner' },
    data: { email: [email] },
  })
  const { users } = z.object({ users: z.array(z.object({ localId: z.string() })) }).parse(await found.json())
  await page.request.post(`${admin}/accounts:update`, {
    headers: { authorization: 'Bearer owner' },
    data: { localId: users[0]?.localId, disableUser: true },
  })
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('the store takes a token with Google’s signature, and none without', async ({ page }) => {
  const email = newEmail('token')
  const person = { email, password: 'a-good-password', returnSecureToken: true }
  const call = 'https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=k'
  const answer = await page.request.post(atGateway(call, Number(process.env.GOOGLE_PORT)) ?? '', {
    data: person,
  })
  const { idToken } = z.object({ idToken: z.string() }).parse(await answer.json())
  const [, claims] = idToken.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
  const exchange = (token: string) =>
    page.request.put(`/api/user/${email}`, { headers: { authorization: `Bearer ${token}` }, data: { email } })
  expect((await exchange(unsigned)).status()).toBe(401)
  expect((await exchange(idToken)).status()).toBe(200)
})
