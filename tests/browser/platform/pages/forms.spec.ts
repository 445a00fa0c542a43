import type { Locator, Page, Route } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInAsNewUser, signInDirectly } from '../../direct-sign-in.ts'
import { cardField, typeCard } from '../../sales/card-form.ts'
import { apiOfPage, orderPart, requestResetCode } from '../../store-api.ts'
import { expect, field, hold, test, testWithoutConsoleCheck } from '../../story.ts'

test.use({ expectedErrorStatuses: [0, 400, 500] })

type Form = {
  at: (page: Page) => Promise<string>
  /** Label and typed text, all of which the form keeps through Back except the password. */
  typed: Record<string, string>
  submit: string
  /** The address of the call that the form sends. */
  calls: RegExp
  signedIn?: 'customer' | 'admin'
}

/** Two failures of a call that changes something: a lost connection and a server error. */
const failures = [
  (route: Route) => (isWrite(route.request().method()) ? route.abort() : route.continue()),
  (route: Route) =>
    isWrite(route.request().method())
      ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' })
      : route.continue(),
]

const purchasePath = async (page: Page) => {
  const [part] = await (await page.request.get('/api/service?limit=1&inStock=true')).json()
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
    at: purchasePath,
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
  'Edit Profile': {
    at: at('/editProfile'),
    typed: { Name: 'Ines F. Kept', Education: 'Mechanic', Number: '+1 555 014 7731' },
    submit: 'Save',
    calls: /api\/user\/|accounts:update/,
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
  // in `npm test` one form
  const variant = name === 'Purchase' ? [] : ['@long']
  test(`${name} keeps typed text through a lost connection and a server error, and all but a password through Back`, {
    tag: variant,
  }, async ({ page }) => {
    if (form.signedIn === 'customer') await signInAsNewUser(page, 'Kept Words')
    if (form.signedIn === 'admin') await signInDirectly(page, sampleAdmin)
    const path = await form.at(page)
    await page.goto(path)
    const submit = page.getByRole('main').getByRole('button', { name: form.submit, exact: true })
    await expect(submit).toBeEnabled()
    for (const [label, text] of Object.entries(form.typed)) await field(page, label).fill(text)

    await failEach(page, form.calls, submit, async () => {
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
      await expectKept(page, form.typed)
    })

    await page.getByRole('link', { name: 'Blogs' }).first().click()
    await expect(page).toHaveURL('/blogs')
    await page.goBack()
    await expect(page).toHaveURL(path)
    const { Password: password, ...kept } = form.typed
    const expectAllButPassword = async () => {
      await expectKept(page, kept)
      if (password) await expect(field(page, 'Password')).toHaveValue('')
    }
    await expectAllButPassword()
    await page.reload()
    await expectAllButPassword()
  })
}

test('both quantities of a purchase are kept through Back and reload', { tag: '@long' }, async ({ page }) => {
  await signInAsNewUser(page, 'Kept Pieces')
  const path = await purchasePath(page)
  await page.goto(path)
  const box = page.getByRole('spinbutton', { name: 'Quantity' })
  const minimum = Number(await box.inputValue())
  await box.fill(String(minimum + 2))
  await page.getByRole('button', { name: 'Update Quantity' }).click()
  await box.fill(String(minimum + 1))
  const expectQuantities = async () => {
    await expect(box).toHaveValue(String(minimum + 1))
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue(String(minimum + 2))
  }
  await expectQuantities()
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await expect(page).toHaveURL('/blogs')
  await page.goBack()
  await expectQuantities()
  await page.reload()
  await expectQuantities()
})

test('an edit is kept for its own part through a lost connection, a server error and a reload', {
  tag: '@long',
}, async ({ page }) => {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/manageProduct')
  const cards = page.getByRole('main').getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Edit part' })
  const name = dialog.getByLabel('Product name')
  const open = (index: number) => cards.nth(index).getByRole('button', { name: 'Edit' }).click()
  const nameOf = (index: number) => cards.nth(index).getByRole('heading').innerText()
  await expect(cards.nth(1)).toBeVisible()
  const first = await nameOf(0)
  const second = await nameOf(1)
  await open(0)
  await name.fill('Half a name')
  await failEach(page, /api\/service\//, dialog.getByRole('button', { name: 'Save' }), async () => {
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(name).toHaveValue('Half a name')
  })
  await page.reload()
  await open(1)
  await expect(name).toHaveValue(second)
  await page.keyboard.press('Escape')
  for (const _ of ['after the reload', 'after Escape']) {
    await open(0)
    await expect(name).toHaveValue('Half a name')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await open(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open(0)
  await expect(name).toHaveValue(first)
})

test('two forms of one page with the same field keep their own text', { tag: '@long' }, async ({ page }) => {
  await page.goto('/forgot-password')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await expect(subscribe).toBeEnabled()
  const newsletter = page.getByRole('contentinfo').getByLabel('Email')
  await field(page, 'Email').fill('forgot@example.com')
  await newsletter.fill('reader@example.com')
  await failEach(page, /api\/newsletter/, subscribe, async () => {
    await expect(page.getByRole('contentinfo').getByRole('alert')).toBeVisible()
    await expect(newsletter).toHaveValue('reader@example.com')
  })
  await page.reload()
  await expect(newsletter).toHaveValue('reader@example.com')
  await expect(field(page, 'Email')).toHaveValue('forgot@example.com')
})

test('the draft of a purchase has no read-only field', { tag: '@long' }, async ({ page }) => {
  await signInAsNewUser(page, 'Fixed Words')
  await page.goto(await purchasePath(page))
  await expect(page.getByRole('button', { name: 'Purchase', exact: true })).toBeEnabled()
  await field(page, 'Address').fill('44 Harbour Road')
  expect(await draftsOf(page)).toEqual([{ address: '44 Harbour Road', phone: '', location: '' }])
})

const neverKept: Record<string, string> = {
  'a password': '<input type="password" name="extra" aria-label="Extra">',
  'a one-time code': '<input autocomplete="one-time-code" name="extra" aria-label="Extra">',
  'a file': '<input type="file" name="extra" aria-label="Extra">',
  'a read-only field': '<input value="never-kept" readonly name="extra" aria-label="Extra">',
  'a read-only text area': '<textarea readonly name="extra" aria-label="Extra">never-kept</textarea>',
  'a hidden field': '<input type="hidden" value="never-kept" name="extra">',
}
test('a draft has the plain fields of a form, and never a password, code, file or read-only field', async ({
  page,
}) => {
  await page.goto('/forgot-password')
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeEnabled()
  const form = page.getByRole('main').locator('form')
  const extra = page.getByLabel('Extra')
  const email = field(page, 'Email')
  const insert = (html: string) =>
    form.evaluate((element, added) => {
      element.querySelector('[name=extra]')?.remove()
      element.insertAdjacentHTML('afterbegin', added)
    }, html)
  await insert('<input name="extra" aria-label="Extra">')
  await extra.fill('kept')
  await email.fill('ines@example.com')
  expect(await draftsOf(page)).toEqual([{ extra: 'kept', email: 'ines@example.com' }])
  for (const [kind, html] of Object.entries(neverKept)) {
    await page.evaluate(() => sessionStorage.clear())
    await insert(html)
    if (html.includes('type="file"'))
      await extra.setInputFiles({ name: 'never-kept.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    else if (!html.includes('never-kept')) await extra.fill('never-kept')
    await email.fill(`${kind.replaceAll(' ', '.')}@example.com`)
    expect(await draftsOf(page), kind).toEqual([{ email: `${kind.replaceAll(' ', '.')}@example.com` }])
  }
})

test('a new password stays in its field when saving fails, and is in neither web storage', {
  tag: '@long',
}, async ({ page, request }) => {
  await page.goto(`/reset-password?mode=resetPassword&oobCode=${await requestResetCode(request)}`)
  await field(page, 'New password').fill('a-better-password')
  await failEach(
    page,
    /accounts:resetPassword/,
    page.getByRole('button', { name: 'Save password' }),
    async () => {
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expect(field(page, 'New password')).toHaveValue('a-better-password')
    },
  )
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).not.toContain('a-better-password')
})

test('a card number stays in its field when paying fails, and is in neither web storage', async ({
  page,
}) => {
  const { email } = await signInAsNewUser(page, 'Kept Card')
  const order = await orderPart(await apiOfPage(page), email, 'BR-2804-22')
  await page.goto(`/dashboard/payment/${order._id}`)
  const number = cardField(page, 'number')
  await typeCard(page, { number: '4242 4242 4242 4242' })
  await failEach(page, /payment_intents/, page.getByRole('button', { name: /^Pay/ }), async () => {
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(number).toHaveValue('4242 4242 4242 4242')
  })
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).not.toMatch(/4242/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()
})

test('a form that waits for its response is marked as busy and sends nothing more; a slow page shows a message', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/blogs')
  const newsletter = page.getByRole('contentinfo')
  const subscribe = newsletter.getByRole('button', { name: 'Subscribe' })
  await expect(subscribe).toBeEnabled()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/newsletter', async (route) => {
    sent += 1
    await promise
    await route.continue()
  })
  const email = newsletter.getByLabel('Email')
  await email.fill('patient@example.com')
  await subscribe.click()
  await expect(subscribe).toHaveAttribute('aria-busy', 'true')
  await subscribe.click()
  await email.press('Enter')
  release()
  await expect(page.getByText('Thank you. You are on the list.')).toHaveCount(1)
  await expect(subscribe).not.toHaveAttribute('aria-busy', 'true')
  expect(sent).toBe(1)

  const show = await hold(page, /\/parts\.data/)
  await page.getByRole('combobox', { name: 'Search parts' }).fill('alternator')
  await page.getByRole('button', { name: 'Search' }).click()
  const loading = page.getByRole('status').getByText('Loading')
  await expect(loading).toBeVisible()
  show()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for “alternator”')
  await expect(loading).toHaveCount(0)
})

const storageFaults = {
  'forbids storage': () => {
    const forbidden = {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    Object.defineProperties(globalThis, { localStorage: forbidden, sessionStorage: forbidden })
  },
  'has no room for more': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
}
for (const [name, breakStorage] of Object.entries(storageFaults)) {
  const variant = name === 'forbids storage' ? [] : ['@long']
  // without the console check: React Router itself logs an error when it cannot restore the scroll position
  testWithoutConsoleCheck(
    `where the browser ${name}, a form is sent and the theme changes`,
    { tag: variant },
    async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.addInitScript(breakStorage)
      await page.goto('/blogs')
      const footer = page.getByRole('contentinfo')
      await footer.getByLabel('Email').fill('no.storage@example.com')
      await footer.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByText('Thank you. You are on the list.')).toBeVisible()
      await page.getByRole('button', { name: 'Dark theme' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await footer.getByRole('link', { name: 'My Profile' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
      // React Router's own script throws that error
      expect(errors.filter((message) => message !== 'The operation is insecure.')).toEqual([])
    },
  )
}

/** The drafts of forms in the storage of this tab. */
function draftsOf(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    Object.values(JSON.parse(sessionStorage.getItem('drafts') ?? '{}')).map((text) =>
      JSON.parse(String(text)),
    ),
  )
}

/** Submits once for each failure, and checks the page after each. */
async function failEach(
  page: Page,
  calls: RegExp,
  submit: Locator,
  checkPage: () => Promise<void>,
): Promise<void> {
  for (const failure of failures) {
    const { promise: failed, resolve } = Promise.withResolvers<void>()
    const fail = async (route: Route) => {
      await failure(route)
      if (isWrite(route.request().method())) resolve()
    }
    await page.route(calls, fail)
    await submit.click()
    // The message of the previous failure may still be shown: this call must have failed as well.
    await failed
    await checkPage()
    await page.unroute(calls, fail)
  }
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

async function expectKept(page: Page, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
}
