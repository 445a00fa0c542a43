import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { appCode } from '#tests/support/identity/second-factors.ts'
import { field, logOut, signIn } from '../../story.ts'
import { expect, newNumber, test, textedCode } from '../sign-in/every-method.ts'
import { addApp, identityOf, makePerson, nextCode } from '../sign-in/second-factor-accounts.ts'
import {
  confirmAction,
  openAccount,
  openAsNewUser,
  reauthenticateByPassword,
  reauthenticationDialog,
  section,
  startSignIn,
} from './account-page.ts'

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click()

test('an app is added by the key of its QR code, required at the next login, and removed', {
  tag: '@long',
}, async ({ page }) => {
  const person = await openAsNewUser(page, 'Quirin Rahmen')
  const secondFactor = section(page, 'Second step')
  await expect(secondFactor.getByText('Off', { exact: true })).toBeVisible()
  await secondFactor.getByRole('button', { name: 'Add an authenticator app' }).click()
  const key = (await secondFactor.getByRole('code').innerText()).replaceAll(' ', '')
  const scanned = new URL(
    await decode(secondFactor.getByRole('img', { name: 'QR code for an authenticator app' })),
  )
  expect(scanned.protocol).toBe('otpauth:')
  expect(scanned.searchParams.get('secret')).toBe(key)
  expect(scanned.searchParams.get('issuer')).toBe('Partsline')
  expect(decodeURIComponent(scanned.pathname)).toContain(person.email)

  await expect(field(page, 'Six-digit code')).toBeFocused()
  await secondFactor.getByRole('button', { name: 'Turn it on' }).click()
  await expect(secondFactor.getByText('Code is required')).toBeVisible()
  const code = appCode(key, new Date())
  await field(page, 'Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await secondFactor.getByRole('button', { name: 'Turn it on' }).click()
  await expect(secondFactor.getByRole('alert').getByText('This code is not right.')).toBeVisible()
  await field(page, 'Six-digit code').fill(appCode(key, new Date()))
  await field(page, 'Name of the app or device').fill('Blue phone')
  await secondFactor.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Blue phone is now your second step.')).toBeVisible()
  const factor = secondFactor.getByRole('list', { name: 'Second steps' }).getByRole('listitem')
  await expect(factor).toContainText('Blue phone')
  await expect(factor).toContainText('Authenticator app, since')

  await logOut(page, person.displayName)
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(key))
  await confirm(page)
  await expect(page.getByRole('button', { name: `Account: ${person.displayName}` })).toBeVisible()

  await openAccount(page)
  await secondFactor.getByRole('button', { name: 'Remove Blue phone' }).click()
  await expect(page.getByRole('dialog').getByText('It is the last one')).toBeVisible()
  await confirmAction(page, 'Remove it')
  await expect(page.getByText('Blue phone is removed.')).toBeVisible()
  await expect(secondFactor.getByText('Off', { exact: true })).toBeVisible()
  await logOut(page, person.displayName)
  await signIn(page, person)
})

test('recovery codes are shown once, can be saved, and replace the app', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const person = await makePerson(page.request, 'Rita Code')
  const { secret } = await addApp(page.request, person)
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await confirm(page)
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const secondFactor = section(page, 'Second step')
  await expect(secondFactor.getByText('None yet')).toBeVisible()
  await secondFactor.getByRole('button', { name: 'Make recovery codes' }).click()
  const codes = await shownCodes(secondFactor)
  expect(new Set(codes).size).toBe(10)
  await expect(secondFactor.getByText('10 codes left')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await secondFactor.getByRole('link', { name: 'Download' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.split('\n').filter((line) => codes.includes(line))).toEqual(codes)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await secondFactor.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('The codes are copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(secondFactor.getByText(codes[0] ?? '')).toBeVisible()
  await expect(section(page, 'Email')).toBeHidden()
  await expect(secondFactor.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await secondFactor.getByRole('button', { name: 'I have kept them' }).click()
  await expect(secondFactor.getByText('10 codes left')).toBeVisible()
  await expect(secondFactor.getByText(codes[0] ?? '')).toHaveCount(0)
  await logOut(page, person.displayName)
  await startSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await field(page, 'Recovery code').fill(codes[3] ?? '')
  await confirm(page)
  await expect(page.getByRole('button', { name: `Account: ${person.displayName}` })).toBeVisible()
  await openAccount(page)
  await expect(secondFactor.getByText('9 codes left')).toBeVisible()

  await secondFactor.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('dialog').getByText('The codes you have stop working.')).toBeVisible()
  await confirmAction(page, 'Make new ones')
  const renewed = await shownCodes(secondFactor)
  expect(renewed.filter((one) => codes.includes(one))).toEqual([])
})

test('a phone becomes the second factor by a texted code', { tag: '@long' }, async ({ page }) => {
  const person = await openAsNewUser(page, 'Selma Sims')
  const secondFactor = section(page, 'Second step')
  const number = newNumber()
  await secondFactor.getByRole('button', { name: 'Add a phone' }).click()
  await field(page, 'Phone number').fill(number)
  await secondFactor.getByRole('button', { name: 'Text me a code' }).click()
  await expect(field(page, 'Six-digit code')).toBeFocused()
  await field(page, 'Six-digit code').fill(await textedCode(page.request, number))
  await secondFactor.getByRole('button', { name: 'Add this phone' }).click()
  await expect(page.getByText(`${number} is now your second step.`)).toBeVisible()
  await logOut(page, person.displayName)
  await startSignIn(page, person)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await expect(page.getByText('A text message with a code is on its way.')).toBeVisible()
  await field(page, 'Six-digit code').fill(await textedCode(page.request, number))
  await confirm(page)
  await expect(page.getByRole('button', { name: `Account: ${person.displayName}` })).toBeVisible()
})

test('a login without the second factor re-authenticates with it before it gets recovery codes', {
  tag: '@long',
}, async ({ page }) => {
  const person = await makePerson(page.request, 'Ines Vorher')
  await signIn(page, person)
  // As if on another device, after that login.
  const { secret } = await addApp(page.request, person)
  await openAccount(page)
  const secondFactor = section(page, 'Second step')
  await secondFactor.getByRole('button', { name: 'Make recovery codes' }).click()
  await reauthenticateByPassword(page, person)
  await reauthenticationDialog(page).getByLabel('Six-digit code').fill(nextCode(secret))
  await reauthenticationDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  expect(new Set(await shownCodes(secondFactor)).size).toBe(10)
})

test('a re-authentication also asks for the second factor and leaves one sign-in of this browser', {
  tag: '@long',
}, async ({ page }) => {
  const person = await makePerson(page.request, 'Berta Doppelt')
  const { secret, idToken } = await addApp(page.request, person)
  const post = await identityOf(page.request)
  const { recoveryCodes } = await post('v2/accounts/recoveryCodes:generate', { idToken })
  await startSignIn(page, person)
  await field(page, 'Six-digit code').fill(nextCode(secret))
  await confirm(page)
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const password = section(page, 'Password')
  await password.getByRole('button', { name: 'Change password' }).click()
  await field(page, 'New password').fill('a-newer-password')
  await password.getByRole('button', { name: 'Save password' }).click()
  await reauthenticateByPassword(page, person)
  await expect(reauthenticationDialog(page).getByLabel('Six-digit code')).toBeFocused()
  await reauthenticationDialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await reauthenticationDialog(page).getByLabel('Recovery code').fill(recoveryCodes[0])
  await reauthenticationDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await expect(section(page, 'Second step').getByText('9 codes left')).toBeVisible()
  // The header row and this device.
  await expect(section(page, 'Where you are logged in').getByRole('row')).toHaveCount(2)
})

/** Returns the ten recovery codes on the page. */
async function shownCodes(secondFactor: Locator): Promise<string[]> {
  const items = secondFactor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  return items.allInnerTexts()
}

/** Returns the text of the QR code in the picture. */
async function decode(drawing: Locator): Promise<string> {
  const { data, info } = await sharp(await drawing.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
