import * as contract from '#contract/people/addresses/addresses.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import {
  changeAddress,
  findAddress,
  readAddresses,
  removeAddress,
  saveAddress,
  toAddress,
} from './addresses.ts'

export function addressRoutes(bind: Bind): void {
  bind(contract.listAddresses, async ({ db, caller }) => (await readAddresses(db, caller.id)).map(toAddress))

  bind(contract.createAddress, async ({ db, body, caller, now }) =>
    toAddress(await saveAddress(db, { userId: caller.id, now: now(), address: body })),
  )

  bind({ ...contract.updateAddress, findObject: findAddress }, async ({ db, object, body }) =>
    toAddress(await changeAddress(db, { id: object.id, change: body })),
  )

  bind({ ...contract.deleteAddress, findObject: findAddress }, async ({ db, object }) => {
    await removeAddress(db, object.id)
    return { deletedCount: 1 as const }
  })
}
