import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { Time } from '../../layout/shop/price.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useRowAction } from '../../ui/row-action.ts'
import { discardQuestion, type ImportAction } from './import-actions.tsx'
import { StateTag } from './import-columns.tsx'
import { useMegabytes } from './megabytes.ts'

const WAITING: Import['state'][] = ['receiving', 'checking', 'checked']

/** Whether somebody has to go on with an import, or give it up. */
export function isWaiting({ state }: Import): boolean {
  return WAITING.includes(state)
}

type Props = { waiting: Import[]; onChanged: () => Promise<void> }

/** Imports that somebody began and left: a line each, beside which a new file can be chosen all the same. */
export function WaitingImports({ waiting, onChanged }: Props) {
  const { busyId, run } = useRowAction<ImportAction>()
  if (waiting.length === 0) return null
  const discard = async (one: Import) => {
    const action: ImportAction = { id: one._id, name: 'discard', checkNumber: one.checkNumber }
    if (await run(action, discardQuestion(one))) await onChanged()
  }
  return (
    <section className="sheet-part" aria-labelledby="h-waiting">
      <h2 id="h-waiting">{texts.waiting}</h2>
      <ul className="import__waiting">
        {waiting.map((one) => (
          <li key={one._id}>
            <div>
              <b>{one.fileName}</b> <StateTag of={one} />
              <span className="sub">
                <Time at={one.createdAt} />
                <Found of={one} />
              </span>
            </div>
            <div className="acts">
              <LinkButton size="small" to={`?import=${one._id}`} aria-label={texts.goOnOf(one.fileName)}>
                {texts.goOnNow}
              </LinkButton>
              <Button
                size="small"
                disabled={busyId !== undefined || one.isWorking}
                aria-busy={busyId === one._id}
                aria-label={texts.discardOf(one.fileName)}
                onClick={() => void discard(one)}
              >
                {texts.discard}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What there is of it by now. */
function Found({ of: { state, received, bytes, report } }: { of: Import }) {
  const megabytes = useMegabytes()
  if (report) {
    const { newParts, changedParts, badRows } = report
    return (
      <>
        , {texts.counts(newParts, changedParts)}
        {badRows > 0 && <>, {texts.faulty(badRows)}</>}
      </>
    )
  }
  if (state !== 'receiving') return null
  return <>, {texts.arrived(megabytes(received), megabytes(bytes))}</>
}
