import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { settingKeys } from '#contract/store/settings/settings.ts'
import { signInAsNewUser } from '../direct-sign-in.ts'
import { apiOfPage, orderPart, payOrder, signInToApi } from '../store-api.ts'
import { expect, POLL_OFTEN, test } from '../story.ts'

test('the page of an earlier receipt is the same after the shop has another name, address and formats', async ({
  page,
}) => {
  const { email } = await signInAsNewUser(page, 'Ines Ferreira')
  const api = await apiOfPage(page)
  const order = await orderPart(api, email, 'BR-2804-22')
  await payOrder(page.request, api, order)
  const receipt = page.getByRole('article')
  await page.emulateMedia({ media: 'print' })
  const markup = async () => {
    await page.goto(`/dashboard/orders/${order._id}`)
    await expect(receipt.getByText(String(order.number), { exact: true })).toBeAttached()
    return receipt.innerHTML()
  }
  const before = await markup()
  expect(before).toContain('Partsline')
  expect(before).not.toContain('undefined')
  const admin = await signInToApi(page.request, sampleAdmin)
  try {
    await admin.saveSettings({
      body: {
        name: 'Wheels',
        address: 'Werkstraße 4',
        phone: '+49 30 901820',
        taxId: 'DE 123456789',
        locale: 'de-DE',
        timeZone: 'Asia/Tokyo',
        taxRate: 19,
      },
    })
    const title = async () => {
      await page.goto('/')
      return page.title()
    }
    await expect.poll(title, POLL_OFTEN).toContain('Wheels')
    expect(await markup()).toBe(before)
  } finally {
    await admin.saveSettings({ body: { reset: [...settingKeys] } })
  }
})
