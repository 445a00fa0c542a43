import type { NewFault } from '#embedded/cards/control/faults.ts'
import type { TestStore } from '../store.ts'

type Wanted = Pick<NewFault, 'target' | 'act'> & Partial<Omit<NewFault, 'target' | 'act'>>

/** Replaces the faults that the sandbox injects, as its control page does. */
export async function setCardFaults({ call }: TestStore, ...faults: Wanted[]): Promise<void> {
  const url = '/payments/control/faults'
  await call({ method: 'DELETE', url })
  for (const payload of faults) {
    const answer = await call({ method: 'POST', url, payload })
    if (answer.statusCode !== 201) throw new Error(`No such fault: ${JSON.stringify(payload)}`)
  }
}
