import type { CardEventRow } from '#database/rows.ts'
import { meetFault } from '../control/faults.ts'
import type { CardSandboxDeps } from '../deps.ts'

/**
 * How many times an event is to be delivered now, as the control page says: usually once, perhaps twice, and not at
 * all where it is lost or put off. An event is disturbed once at most.
 */
export async function countCopies({ db, now }: CardSandboxDeps, event: CardEventRow): Promise<0 | 1 | 2> {
  const fault = event.disturbed ? undefined : await meetFault(db, ['events'])
  if (!fault) return 1
  const isPutOff = fault.action !== 'double'
  const waitMs = fault.action === 'reorder' ? Math.random() * fault.delay_ms : fault.delay_ms
  await db
    .updateTable('cards.events')
    .set({
      disturbed: true,
      ...(isPutOff && {
        attempts: 0,
        next_attempt_at: fault.action === 'lose' ? null : new Date(now().getTime() + waitMs),
      }),
    })
    .where('id', '=', event.id)
    .execute()
  return isPutOff ? 0 : 2
}
