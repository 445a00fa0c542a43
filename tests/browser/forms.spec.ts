import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/sample-admin.ts'
import { expect, field, register, signIn, test } from './story.ts'

test.use({ provokes: [0, 400, 500] })

type Form = {
  at: (page: Page) => Promise<string>
  /** Label and what is typed; the password is the one thing a form never keeps through Back. */
  typed: Record<string, string>
  submit: string
  /** What the form calls. */
  calls: RegExp
  signedIn?: 'customer' | 'admin'
}

const newestPart = async (page: Page) => {
  const [part] = await (await page.request.get('/api/service?limit=1')).json()
  return `/purchase/${part._id}`
}
const at = (path: string) => async () => path

const forms: Record<string, Form> = {
  Register: {
    at: at('/register'),
    typed: { Name: 'Ines Ferreira', Email: 'ines.kept@example.com', Password: 'a-good-password' },
    submit: 'Register',
    calls: /accounts:signUp/,
  },
  Login: {
    at: at('/login'),
    typed: { Email: 'ines.kept@example.com', Password: 'a-good-password' },
    submit: 'Login',
    calls: /accounts:signInWithPassword/,
  },
  'Forgot password': {
    at: at('/forgot-password'),
    typed: { Email: 'ines.kept@example.com' },
    submit: 'Send the link',
    calls: /accounts:sendOobCode/,
  },
  Estimate: {
    at: at('/'),
    typed: { Name: 'Ines', Email: 'ines.kept@example.com', Vehicle: 'Estate car', Note: 'Both sides' },
    submit: 'Get a Quote',
    calls: /api\/estimate/,
  },
  Purchase: {
    at: newestPart,
    typed: { Address: '44 Harbour Road', Phone: '+1 555 014 7731', Location: 'Old Port' },
    submit: 'Purchase',
    calls: /api\/order/,
    signedIn: 'customer',
  },
  'Add Review': {
    at: at('/dashboard/review'),
    typed: { Name: 'Ines F.', Description: 'Fits to the millimetre.' },
    submit: 'Add Review',
    calls: /api\/review/,
    signedIn: 'customer',
  },
  'My Profile': {
    at: at('/dashboard'),
    typed: { Education: 'Mechanic', Location: 'Old Port' },
    submit: 'Save',
    calls: /api\/user\//,
    signedIn: 'customer',
  },
  'Add Product': {
    at: at('/dashboard/addProduct'),
    typed: {
      'Product name': 'Kept caliper',
      Price: '12.50',
      'Minimum order': '2',
      'Available quantity': '9',
      'Image address': '/drawings/caliper.svg',
    },
    submit: 'Add Product',
    calls: /api\/service$/,
    signedIn: 'admin',
  },
}

for (const [name, form] of Object.entries(forms)) {
  test(`${name} keeps what was typed through a lost connection, a server error and Back`, async ({
    page,
  }) => {
    if (form.signedIn === 'customer') await register(page, 'Kept Words')
    if (form.signedIn === 'admin') await signIn(page, sampleAdmin)
    const path = await form.at(page)
    await page.goto(path)
    const submit = page.getByRole('main').getByRole('button', { name: form.submit, exact: true })
    await expect(submit).toBeEnabled()
    for (const [label, text] of Object.entries(form.typed)) await field(page, label).fill(text)

    await page.route(form.calls, (route) =>
      isWrite(route.request().method()) ? route.abort() : route.continue(),
    )
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
    await expectKept(page, form.typed)

    await page.unroute(form.calls)
    await page.route(form.calls, (route) => {
      if (!isWrite(route.request().method())) return route.continue()
      return route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"code":"internal"}',
      })
    })
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
    await expectKept(page, form.typed)
    await page.unroute(form.calls)

    await page.getByRole('link', { name: 'Blogs' }).first().click()
    await expect(page).toHaveURL('/blogs')
    await page.goBack()
    await expect(page).toHaveURL(path)
    const { Password: _, ...kept } = form.typed
    await expectKept(page, kept)
    await page.reload()
    await expectKept(page, kept)
  })
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

async function expectKept(page: Page, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
}
