import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'
import { type Act, useAct } from '../../layout/use-act.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

type Props = { shown: Import; onChanged: () => Promise<void> }

/** What an admin can do with an import as it stands; an interrupted step goes on by the same call. */
export function ImportActs({ shown, onChanged }: Props) {
  const { busyId, perform } = useAct()
  const acts = actsOf(shown)
  const isBusy = busyId !== undefined || shown.isWorking
  const run = async (name: ActName) => {
    if ((await perform(name, acts[name])) !== 'cancelled') await onChanged()
  }
  const button = (name: ActName, text: string, look?: 'go' | 'bad') => (
    <Button look={look} disabled={isBusy} aria-busy={busyId === name} onClick={() => void run(name)}>
      {text}
    </Button>
  )
  const { state, report } = shown
  const canApply = state === 'checked' && report !== null && report.newParts + report.changedParts > 0
  const isStuck = !shown.isWorking
  const isOver = ['applied', 'undone', 'refused', 'discarded'].includes(state)
  return (
    <div className="acts">
      {canApply && button('apply', texts.apply, 'go')}
      {state === 'checked' && button('check', texts.checkAgain)}
      {isStuck &&
        state === 'receiving' &&
        shown.received === shown.bytes &&
        button('check', texts.goOnNow, 'go')}
      {isStuck && state === 'checking' && button('check', texts.goOnNow, 'go')}
      {isStuck && state === 'applying' && button('goOn', texts.goOnNow, 'go')}
      {isStuck && state === 'undoing' && button('goBack', texts.goOnNow, 'go')}
      {shown.canUndo && state === 'applied' && button('undo', texts.undo, 'bad')}
      {isStuck && !isOver && state !== 'undoing' && button('discard', texts.discard)}
      {isOver && <LinkButton to="/dashboard/importParts">{texts.back}</LinkButton>}
    </div>
  )
}

type ActName = 'check' | 'apply' | 'goOn' | 'undo' | 'goBack' | 'discard'

function actsOf({ _id: id, fileName, checkNumber, report }: Import): Record<ActName, Act> {
  const params = { id }
  const subject = subjectOf({ fileName, report })
  const apply = () => browserApi.applyImport({ params, body: { checkNumber } })
  const undo = () => browserApi.undoImport({ params })
  return {
    check: { call: () => browserApi.checkImport({ params }) },
    apply: {
      question: { text: texts.applyQuestion, yes: texts.applyYes, subject },
      call: apply,
    },
    goOn: { call: apply },
    undo: {
      question: { text: texts.undoQuestion, yes: texts.undoYes, subject, isDestructive: true },
      call: undo,
    },
    goBack: { call: undo },
    discard: discardAct({ _id: id, fileName, report }),
  }
}

/** Gives an import up, after a question that says what it holds. */
export function discardAct({ _id: id, fileName, report }: Pick<Import, '_id' | 'fileName' | 'report'>): Act {
  const subject = subjectOf({ fileName, report })
  return {
    question: { text: texts.discardQuestion, yes: texts.discardYes, subject, isDestructive: true },
    call: () => browserApi.discardImport({ params: { id } }),
  }
}

function subjectOf({ fileName, report }: Pick<Import, 'fileName' | 'report'>) {
  return (
    <>
      <b>{fileName}</b>
      {report && <span className="sub">{texts.counts(report.newParts, report.changedParts)}</span>}
    </>
  )
}
