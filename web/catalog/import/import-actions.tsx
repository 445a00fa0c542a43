import { useState } from 'react'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { Question } from '../../ui/dialogs/confirm.tsx'
import { rowAction, useRowAction } from '../../ui/row-action.ts'

type Name = 'check' | 'apply' | 'undo' | 'discard'
/** A step of an import; `checkNumber` says which of its checks is applied. */
export type ImportAction = { id: string; name: Name; checkNumber: number }

/** The action of the page: asks the store for a step, which goes on in the background. */
export function actOnImport({ id, name, checkNumber }: ImportAction) {
  const params = { id }
  return rowAction(async () => {
    switch (name) {
      case 'check':
        await browserApi.checkImport({ params })
        break
      case 'apply':
        await browserApi.applyImport({ params, body: { checkNumber } })
        break
      case 'undo':
        await browserApi.undoImport({ params })
        break
      case 'discard':
        await browserApi.discardImport({ params: { id } })
    }
    return undefined
  })
}

type Props = { shown: Import; onChanged: () => Promise<void> }

/** What an admin can do with an import as it stands; an interrupted step goes on by the same call. */
export function ImportActions({ shown, onChanged }: Props) {
  const { busyId, run } = useRowAction<ImportAction>()
  const [pressed, setPressed] = useState<string>()
  const isBusy = busyId !== undefined || shown.isWorking
  const button = (text: string, name: Name, options: { question?: Question; look?: 'go' | 'bad' } = {}) => (
    <Button
      look={options.look}
      disabled={isBusy}
      aria-busy={busyId !== undefined && pressed === text}
      onClick={async () => {
        setPressed(text)
        const { _id: id, checkNumber } = shown
        if (await run({ id, name, checkNumber }, options.question)) await onChanged()
      }}
    >
      {text}
    </Button>
  )
  const { state, report } = shown
  const canApply = state === 'checked' && report !== null && report.newParts + report.changedParts > 0
  const isStuck = !shown.isWorking
  const subject = subjectOf(shown)
  const applyQuestion = { text: texts.applyQuestion, yes: texts.applyYes, subject }
  const undoQuestion = { text: texts.undoQuestion, yes: texts.undoYes, subject, isDestructive: true }
  const isOver = ['applied', 'undone', 'refused', 'discarded'].includes(state)
  return (
    <div className="acts">
      {canApply && button(texts.apply, 'apply', { look: 'go', question: applyQuestion })}
      {state === 'checked' && button(texts.checkAgain, 'check')}
      {isStuck &&
        state === 'receiving' &&
        shown.received === shown.bytes &&
        button(texts.goOnNow, 'check', { look: 'go' })}
      {isStuck && state === 'checking' && button(texts.goOnNow, 'check', { look: 'go' })}
      {isStuck && state === 'applying' && button(texts.goOnNow, 'apply', { look: 'go' })}
      {isStuck && state === 'undoing' && button(texts.goOnNow, 'undo', { look: 'go' })}
      {shown.canUndo &&
        state === 'applied' &&
        button(texts.undo, 'undo', { look: 'bad', question: undoQuestion })}
      {isStuck &&
        !isOver &&
        state !== 'undoing' &&
        button(texts.discard, 'discard', { question: discardQuestion(shown) })}
      {isOver && <LinkButton to="/dashboard/importParts">{texts.back}</LinkButton>}
    </div>
  )
}

/** Asked before an import is given up: says what it holds. */
export function discardQuestion(one: Import): Question {
  const subject = subjectOf(one)
  return { text: texts.discardQuestion, yes: texts.discardYes, subject, isDestructive: true }
}

function subjectOf({ fileName, report }: Pick<Import, 'fileName' | 'report'>) {
  return (
    <>
      <b>{fileName}</b>
      {report && <span className="sub">{texts.counts(report.newParts, report.changedParts)}</span>}
    </>
  )
}
