import type { NewFault } from '#embedded/cards/control/faults.ts'
import type { TestStore } from '../store.ts'

type Fault = Pick<NewFault, 'target' | 'act'> & Partial<Omit<NewFault, 'target' | 'act'>>

/** Replaces the faults that the sandbox injects, through its control API. */
export async function setCardFaults({ call }: TestStore, ...faults: Fault[]): Promise<void> {
  const url = '/payments/control/faults'
  await call({ method: 'DELETE', url })
  for (const payload of faults) {
    const response = await call({ method: 'POST', url, payload })
    if (response.statusCode !== 201) throw new Error(`The sandbox rejects ${JSON.stringify(payload)}`)
  }
}
