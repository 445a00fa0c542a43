import { signInAsNewUser } from '../../direct-sign-in.ts'
import { expect, field, logOut, newEmail, openPopup, register, signIn, test } from '../../story.ts'

test('a visitor registers after messages beside the fields, and the header shows the name', async ({
  page,
}) => {
  await page.goto('/register')
  const submit = page.getByRole('button', { name: 'Register', exact: true })
  await submit.click()
  for (const message of ['Name is Required', 'Email is Required', 'Password is Required']) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Email').fill('invalid@nowhere')
  // the first key removes the message, and the focus does not jump to the invalid field above
  await field(page, 'Password').pressSequentially('12345')
  await expect(page.getByText('Password is Required', { exact: true })).toHaveCount(0)
  await expect(field(page, 'Password')).toBeFocused()
  await expect(field(page, 'Password')).toHaveValue('12345')
  await submit.click()
  await expect(page.getByText('Provide a valid Email', { exact: true })).toBeVisible()
  await expect(page.getByText('Must be 6 characters or longer', { exact: true })).toBeVisible()

  const { email } = await register(page, 'Nadia Verne')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const profile = await page.request.get(`/api/user/${email}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await profile.json()).toMatchObject({ displayName: 'Nadia Verne', email, role: 'user' })
})

test('a wrong password has the same error with and without an account; Fill in clears errors', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email is Required', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is Required', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByText(/is Required/)).toHaveCount(0)
  for (const email of ['admin@example.com', newEmail('unknown')]) {
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill('not-the-password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert').getByText('Email or password is not right.')).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue(email)
  }
})

test('a protected page redirects to login and back, by password and by Google', async ({ page }) => {
  const person = await signInAsNewUser(page, 'Omar Halden')
  await page.goto('/')
  await logOut(page, 'Omar Halden')
  await page.goto('/dashboard/orders?from=mail')
  await expect(page).toHaveURL(/\/login/)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/orders?from=mail')
  // Neither the redirect nor the login page stays in the history.
  await page.goBack()
  await expect(page).toHaveURL('/')

  await logOut(page, 'Omar Halden')
  await page.goto('/dashboard/review')
  await expect(page).toHaveURL(/\/login/)
  const popup = await openPopup(page, () =>
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  )
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await popup.getByRole('button', { name: /Ada Practice/ }).click()
  await expect(page).toHaveURL('/dashboard/review')
  await expect(page.getByRole('button', { name: 'Account: Ada Practice' })).toBeVisible()
})

test('closing the demo popup shows a message, and a code verifies a new address', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const first = await openPopup(page, () => google.click())
  await first.close()
  await expect(page.getByText('The sign-in window was closed before the sign-in was finished.')).toBeVisible()

  const email = newEmail('new.google')
  const second = await openPopup(page, () => google.click())
  await second.getByText('Use another account').click()
  await second.getByLabel('Name').fill('Gina Newcomer')
  await second.getByLabel('Email').fill(email)
  await second.getByRole('button', { name: 'Send me a code' }).click()
  await expect(second.getByLabel('Six-digit code')).toBeVisible()
  const outbox = await page.request.get('/identity/outbox', { headers: { accept: 'application/json' } })
  const code = /"(\d{6}) is your/.exec(JSON.stringify(await outbox.json()))?.[1] ?? ''
  await second.getByLabel('Six-digit code').fill(code)
  await second.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Account: Gina Newcomer' })).toBeVisible()
})

test('logging out asks first; confirming it removes the token', { tag: '@long' }, async ({ page }) => {
  await signInAsNewUser(page, 'Lena Fromm')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account: Lena Fromm' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog.getByText('You Want to Log Out?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Account: Lena Fromm' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()

  await logOut(page, 'Lena Fromm')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a forgotten password is replaced by the mailed link, which works once', async ({ page }) => {
  const { email } = await signInAsNewUser(page, 'Tom Ashby')
  await page.goto('/')
  await logOut(page, 'Tom Ashby')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/If this address has an account/)).toBeVisible()

  const outbox = await page.request.get('/identity/outbox', { headers: { accept: 'application/json' } })
  const link =
    /https?:\/\/[^"\s\\]+mode=resetPassword[^"\s\\]+/.exec(JSON.stringify(await outbox.json()))?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill('a-newer-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible()
  await signIn(page, { email, password: 'a-newer-password' })
  await expect(page.getByRole('button', { name: 'Account: Tom Ashby' })).toBeVisible()

  await page.goto(link)
  await expect(
    page.getByText('This link was used already, or is not complete. Ask for a new one.'),
  ).toBeVisible()
})

test('without Remember me only this tab is signed in, also after a reload', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const person = await signInAsNewUser(page, 'Vera Quick')
  await page.goto('/')
  await logOut(page, 'Vera Quick')
  await page.goto('/login')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.getByLabel('Remember me').uncheck()
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account: Vera Quick' })).toBeVisible()
  expect(await page.evaluate(() => [localStorage.accessToken, typeof sessionStorage.accessToken])).toEqual([
    undefined,
    'string',
  ])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account: Vera Quick' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('the sign-in and the request of a reset mail name the browser, always the same', {
  tag: '@long',
}, async ({ page }) => {
  const named: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/accounts:(signUp|signInWithPassword|sendOobCode)/.test(request.url()))
      named.push(request.headers()['x-partsline-device'])
  })
  const { email, password } = await register(page, 'Rosa Lindt')
  await logOut(page, 'Rosa Lindt')
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect.poll(() => named.length).toBeGreaterThanOrEqual(2)
  await signIn(page, { email, password })
  await expect.poll(() => named.length).toBeGreaterThanOrEqual(3)
  expect(named[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(named).size).toBe(1)
})
