import { type ReactNode, useId } from 'react'
import type { ImportReport } from '#contract/catalog/imports/import-states.ts'
import type { Import } from '#contract/catalog/imports/imports.ts'
import { importPageTexts as texts } from '#contract/catalog/imports/page-texts.ts'
import { faultText, importTexts, readAsText } from '#contract/catalog/imports/texts.ts'
import { numberFormat } from '#contract/platform/formats.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import type { Confirmation } from '../../platform/dialogs/confirm.tsx'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { Count } from '../../platform/layout/price.tsx'
import { Button, LinkButton, PageLink } from '../../platform/ui/button.tsx'
import { Tag } from '../../platform/ui/tag.tsx'

/** A step of an import; `checkNumber` says which of its comparisons `apply` applies. */
export type ImportAction = {
  id: string
  name: 'check' | 'apply' | 'undo' | 'discard'
  checkNumber: number
}

export function startStep({ id, name, checkNumber }: ImportAction) {
  const params = { id }
  return rowAction(async () => {
    if (name === 'check') await browserApi.checkImport({ params })
    if (name === 'apply') await browserApi.applyImport({ params, body: { checkNumber } })
    if (name === 'undo') await browserApi.undoImport({ params })
    if (name === 'discard') await browserApi.discardImport({ params })
    return undefined
  })
}

export function ImportReportPanel({ shown }: { shown: Import }) {
  const { state, isWorking, failure, report, fault, ignoredColumns, progress, conflicts } = shown
  const isInterrupted = isRunning(state) && !isWorking
  const readAs = readAsText(shown)
  return (
    <section className="section-part" aria-labelledby="h-import">
      <h2 id="h-import">{texts.current(shown.fileName)}</h2>
      <p>
        <StateTag shown={shown} />
      </p>
      {isRunning(state) && isWorking && <Progress label={texts.progress[state]} {...progress} />}
      {isInterrupted && (
        <p role="status">
          {failure ? `${texts.interrupted} ${texts.because(errorTexts[failure])}` : texts.interrupted}
        </p>
      )}
      {fault && <p className="import__fault">{faultText(fault)}</p>}
      {shown.madeAnew && <p role="status">{importTexts.madeAnew}</p>}
      {shown.leftOut > 0 && <p role="status">{importTexts.leftOut(shown.leftOut)}</p>}
      {report && <Counts report={report} />}
      {readAs && <p>{readAs}</p>}
      {ignoredColumns.length > 0 && <p>{importTexts.ignored(ignoredColumns)}</p>}
      {report?.untypedParts !== undefined && <p>{importTexts.untyped(report.untypedParts)}</p>}
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
      <Steps shown={shown} />
    </section>
  )
}

const COUNTS = ['rows', 'newParts', 'changedParts', 'unchangedParts', 'badRows'] as const

function Counts({ report }: { report: ImportReport }) {
  return (
    <dl className="counts">
      {COUNTS.map((name) => (
        <div key={name} className={name === 'badRows' && report.badRows > 0 ? 'is-bad' : undefined}>
          <dt>{texts[name]}</dt>
          <dd className="numeric">
            <Count value={report[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Advice({ report: { rows, newParts, changedParts, badRows } }: { report: ImportReport }) {
  if (badRows === rows) return <p>{texts.allBad(rows)}</p>
  return (
    <>
      {badRows > 0 && <p>{texts.badStay(badRows, newParts + changedParts > 0)}</p>}
      <p>{newParts + changedParts === 0 ? texts.nothingToWrite(badRows) : texts.stock}</p>
    </>
  )
}

type Step = {
  name: ImportAction['name']
  text: string
  variant?: 'primary' | 'danger'
  confirmation?: Confirmation
}

function Steps({ shown }: { shown: Import }) {
  const { busy, run } = useRowAction<ImportAction>()
  const { _id: id, checkNumber } = shown
  return (
    <div className="actions">
      {stepsOf(shown).map(({ name, text, variant, confirmation }) => (
        <Button
          key={text}
          variant={variant}
          disabled={busy !== undefined || shown.isWorking}
          aria-busy={busy?.name === name}
          onClick={() => run({ id, name, checkNumber }, confirmation)}
        >
          {text}
        </Button>
      ))}
      {isOver(shown) && <LinkButton to="/dashboard/importParts">{texts.back}</LinkButton>}
    </div>
  )
}

/** What an admin can do in the state of an import; the same call resumes an interrupted step. */
function stepsOf(shown: Import): Step[] {
  const { state, report, isWorking } = shown
  const subject = subjectOf(shown)
  const steps: Step[] = []
  if (state === 'checked') {
    const confirmation = { text: texts.applyQuestion, button: texts.applyYes, subject }
    const canApply = report !== null && report.newParts + report.changedParts > 0
    if (canApply) steps.push({ name: 'apply', text: texts.apply, variant: 'primary', confirmation })
    steps.push({ name: 'check', text: texts.checkAgain })
  }
  const interrupted = isWorking ? undefined : interruptedStep(shown)
  if (interrupted) steps.push({ name: interrupted, text: texts.goOnNow, variant: 'primary' })
  if (state === 'applied' && shown.canUndo) {
    const confirmation = { text: texts.undoQuestion, button: texts.undoYes, subject, isDestructive: true }
    steps.push({ name: 'undo', text: texts.undo, variant: 'danger', confirmation })
  }
  if (!isWorking && !isOver(shown) && state !== 'undoing')
    steps.push({ name: 'discard', text: texts.discard, confirmation: discardConfirmation(shown) })
  return steps
}

function interruptedStep({ state, received, bytes }: Import): ImportAction['name'] | undefined {
  if (state === 'receiving') return received === bytes ? 'check' : undefined
  if (!isRunning(state)) return undefined
  return ({ checking: 'check', applying: 'apply', undoing: 'undo' } as const)[state]
}

function isOver({ state }: Import): boolean {
  return ['applied', 'undone', 'refused', 'discarded'].includes(state)
}

export function discardConfirmation(one: Import): Confirmation {
  const { discardQuestion: text, discardYes: button } = texts
  return { text, button, subject: subjectOf(one), isDestructive: true }
}

function subjectOf({ fileName, report }: Import): ReactNode {
  return (
    <>
      <b>{fileName}</b>
      {report && <span className="secondary-text">{texts.counts(report.newParts, report.changedParts)}</span>}
    </>
  )
}

const RUNNING = { checking: true, applying: true, undoing: true } as const

const VARIANTS: Partial<Record<Import['state'], 'ok' | 'warning' | 'danger'>> = {
  checked: 'warning',
  applied: 'ok',
  refused: 'danger',
}

export function isRunning(state: Import['state']): state is keyof typeof RUNNING {
  return Object.hasOwn(RUNNING, state)
}

/** Text and variant of the tag; a running step that no instance works on was interrupted. */
export function tagOfState({ state, isWorking }: Pick<Import, 'state' | 'isWorking'>) {
  if (isRunning(state) && !isWorking) return { text: texts.interruptedTag, variant: 'warning' } as const
  return { text: texts.states[state], variant: VARIANTS[state] }
}

export function StateTag({ shown }: { shown: Import }) {
  const { text, variant } = tagOfState(shown)
  return <Tag variant={variant}>{text}</Tag>
}

export function Progress({ label, done = 0, total }: { label: string; done?: number; total?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={total ? done : undefined} max={total || undefined} />
      {total ? <span className="numeric">{`${Math.floor((100 * done) / total)} %`}</span> : null}
    </div>
  )
}

export function useMegabytes(): (bytes: number) => string {
  const { locale } = useStore()
  const format = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (bytes) => texts.megabytes(format.format(Math.max(0.1, bytes / 1_000_000)))
}
