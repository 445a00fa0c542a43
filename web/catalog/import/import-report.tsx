import { errorTexts } from '#contract/messages/errors.ts'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { faultText, importTexts } from '#contract/messages/imports.ts'
import type { Import } from '#contract/products/imports.ts'
import { Count } from '../../layout/shop/price.tsx'
import { PageLink } from '../../ui/button.tsx'
import { ImportActions } from './import-actions.tsx'
import { StateTag } from './import-columns.tsx'
import { Progress } from './import-progress.tsx'
import { isUnderway } from './import-state.ts'

/** How an import stands, what it found, and what can be done with it. */
export function ImportReport({ shown, onChanged }: { shown: Import; onChanged: () => Promise<void> }) {
  const { state, report, fault, ignoredColumns, progress, conflicts } = shown
  return (
    <section className="sheet-part" aria-labelledby="h-import">
      <h2 id="h-import">{texts.current(shown.fileName)}</h2>
      <p>
        <StateTag of={shown} />
      </p>
      {isUnderway(state) &&
        (shown.isWorking ? (
          <Progress label={texts.progress[state]} {...(progress ?? {})} />
        ) : (
          <p role="status">
            {texts.interrupted}
            {shown.failure && <> {texts.because(errorTexts[shown.failure])}</>}
          </p>
        ))}
      {fault && <p className="import__fault">{faultText(fault)}</p>}
      {shown.madeAnew && <p role="status">{importTexts.madeAnew}</p>}
      {report && <Counts report={report} />}
      {ignoredColumns.length > 0 && <p>{importTexts.ignored(ignoredColumns)}</p>}
      {state === 'checked' && report && <Advice report={report} />}
      {conflicts.length > 0 && (
        <>
          <p>{texts.conflicts}</p>
          <ul className="import__conflicts">
            {conflicts.map(({ _id, productName, row }) => (
              <li key={row}>
                <PageLink to={`/parts/${_id}`}>{productName}</PageLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <ImportActions shown={shown} onChanged={onChanged} />
    </section>
  )
}

type Report = NonNullable<Import['report']>

function Counts({ report }: { report: Report }) {
  const counts = [
    [texts.rows, report.rows],
    [texts.newParts, report.newParts],
    [texts.changedParts, report.changedParts],
    [texts.unchangedParts, report.unchangedParts],
    [texts.badRows, report.badRows],
  ] as const
  return (
    <dl className="counts">
      {counts.map(([label, count]) => (
        <div key={label} className={label === texts.badRows && count > 0 ? 'is-bad' : undefined}>
          <dt>{label}</dt>
          <dd className="num">
            <Count of={count} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Advice({ report: { rows, newParts, changedParts, badRows } }: { report: Report }) {
  if (badRows === rows) return <p>{texts.allBad(rows)}</p>
  return (
    <>
      {badRows > 0 && <p>{texts.badStay(badRows, newParts + changedParts > 0)}</p>}
      <p>{newParts + changedParts === 0 ? texts.nothingToWrite(badRows) : texts.stock}</p>
    </>
  )
}
