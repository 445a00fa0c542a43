import { useId, useState } from 'react'
import { isApiError } from '#contract/api-client.ts'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import { importTexts } from '#contract/messages/imports.ts'
import type { Import } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { Progress } from './import-progress.tsx'
import { useMegabytes } from './megabytes.ts'
import { announceFile, OtherFile, sendFile } from './send-file.ts'

type Props = {
  /** An import that waits for the rest of its file. */
  begun?: Import | undefined
  /** An import whose place the file takes: it is given up. */
  replaced?: Import | undefined
  onReplaced?: (() => Promise<void>) | undefined
  /** Somebody else gave up the import while its file was sent. */
  onGivenUp: () => Promise<void>
  /** The file is there and is being compared, or is refused. */
  onSent: (sent: Import) => Promise<void>
}

/** A file to choose or drop; it is sent at once, piece by piece, and goes on where it stopped. */
export function ImportFileField(props: Props) {
  const { begun, replaced } = props
  const id = useId()
  const { send, file, failure, sent } = useSending(props)
  const megabytes = useMegabytes()
  return (
    <div className={classNames('field', failure && 'is-bad')}>
      <label htmlFor={id}>
        {begun ? texts.goOn(begun.fileName) : replaced ? texts.chooseOther : texts.choose}
      </label>
      <input
        id={id}
        className="drop"
        type="file"
        accept=".csv,text/csv"
        disabled={sent !== undefined}
        aria-invalid={failure ? true : undefined}
        aria-describedby={classNames(failure && `${id}-error`, `${id}-hint`)}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) void send(chosen)
          // the same file can be chosen again after a failure
          target.value = ''
        }}
      />
      {failure && <ErrorText id={`${id}-error`}>{failure}</ErrorText>}
      {failure && file && (
        <Button size="small" className="drop__again" onClick={() => void send(file)}>
          {texts.goOnNow}
        </Button>
      )}
      <p className="hint" id={`${id}-hint`}>
        {begun
          ? texts.goOnHint(megabytes(begun.received), megabytes(begun.bytes))
          : replaced
            ? texts.chooseOtherHint
            : texts.chooseHint}
      </p>
      {sent && <Progress label={texts.progress.receiving} done={sent.received} total={sent.bytes} />}
    </div>
  )
}

function useSending({ begun, replaced, onReplaced, onGivenUp, onSent }: Props) {
  // that whose sending broke, and can go on
  const [file, setFile] = useState<File>()
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState<Import>()
  // what was begun here goes on before the page has been read anew
  const [own, setOwn] = useState<Import>()

  async function send(chosen: File) {
    const resumed = (chosen === file ? own : undefined) ?? begun
    setFile(undefined)
    setOwn(resumed)
    setFailure(chosen.size === 0 ? importTexts.fileEmpty : undefined)
    if (chosen.size === 0) return
    try {
      const announced = await announceFile(chosen, resumed)
      setOwn(announced)
      // only now: where the new file cannot be announced, the old one is still there to be applied
      if (replaced) {
        await giveUp(replaced)
        await onReplaced?.()
      }
      const all = await sendFile(chosen, announced, (now) => {
        setSent(now)
        setOwn(now)
      })
      setOwn(undefined)
      if (all.state === 'discarded') {
        setFailure(texts.givenUp(chosen.name))
        await onGivenUp()
      } else await onSent(all)
    } catch (error) {
      const isOther = error instanceof OtherFile
      setFailure(isOther ? texts.otherFile(resumed?.fileName ?? '') : errorMessage(error).text)
      if (!isOther && !isOfTheFile(error)) setFile(chosen)
    } finally {
      setSent(undefined)
    }
  }
  return { send, file, failure, sent }
}

/** A refusal of what the file is: sent again, it is refused again. */
function isOfTheFile(error: unknown): boolean {
  return isApiError(error) && (error.status === 400 || error.status === 413)
}

async function giveUp({ _id: id }: Import): Promise<void> {
  try {
    await browserApi.discardImport({ params: { id } })
  } catch (error) {
    // given up or applied before: it is not in the way
    if (!isApiError(error) || error.code !== 'import_not_ready') throw error
  }
}
