import { expect, test } from 'vitest'
import { confirm } from './confirm.tsx'

test('without Confirmations on the page, confirm throws instead of answering no', async () => {
  const confirmation = confirm({ text: 'Delete the part?', button: 'Delete' })
  await expect(confirmation).rejects.toThrow('<Confirmations> is not mounted')
})
