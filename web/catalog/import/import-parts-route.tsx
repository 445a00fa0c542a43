import { useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { adminsOnly } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { notify } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useCall } from '../../ui/use-call.ts'
import type { Route } from './+types/import-parts-route.ts'
import { actOnImport } from './import-actions.tsx'
import { ImportFileField } from './import-file-field.tsx'
import { ImportChanges, ImportErrors } from './import-lists.tsx'
import { readImportPage, useImportPage } from './import-page.ts'
import { PastImports } from './import-past.tsx'
import { ImportReport } from './import-report.tsx'
import { isUnderway } from './import-state.ts'
import { isWaiting, WaitingImports } from './import-waiting.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: texts.title, path: PATH })

const PATH = '/dashboard/importParts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const read = (name: string) => new URL(request.url).searchParams.get(name) || undefined
  return readImportPage({
    id: read('import'),
    places: { changes: read('changes'), errors: read('errors') },
  })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnImport(await request.json())
}

/** After an action the page reads itself again, and waits while the store is away. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate
}

/** Parts come from a CSV file, after a look at what it would change, and go out as one. */
export default function ImportPartsRoute({ loaderData }: Route.ComponentProps) {
  const { past, unfinished, shown, changes, errors, asked, isLost, onChanged } = useImportPage(loaderData)
  const navigate = useNavigate()
  const onSent = async ({ _id }: Import) => {
    await navigate(`${PATH}?import=${_id}`)
  }
  const isReceiving = shown?.state === 'receiving' && shown.received < shown.bytes
  const isChecked = shown?.state === 'checked'
  // the field stays below what it replaces, also once that is given up
  const [replacedId, setReplacedId] = useState<string>()
  const isBelow = isChecked || (shown !== undefined && shown._id === replacedId)
  const onReplaced = () => {
    setReplacedId(shown?._id)
    return onChanged()
  }
  const waiting = shown ? [] : unfinished.filter(isWaiting)
  const others = shown ? past : past.filter((one) => !isWaiting(one))
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <ExportButton />
      </div>
      {isLost && <ErrorText>{texts.lost}</ErrorText>}
      {!isBelow && !(shown && isUnderway(shown.state)) && (
        <ImportFileField
          // the same while its import is given up elsewhere: what the field says stays
          key={asked.id ?? 'new'}
          begun={isReceiving ? shown : undefined}
          onGivenUp={onChanged}
          onSent={onSent}
        />
      )}
      <WaitingImports waiting={waiting} onChanged={onChanged} />
      {shown && <ImportReport shown={shown} onChanged={onChanged} />}
      {isBelow && (
        <ImportFileField
          key="other"
          replaced={isChecked ? shown : undefined}
          onReplaced={onReplaced}
          onGivenUp={onChanged}
          onSent={onSent}
        />
      )}
      {shown && <ImportErrors shown={shown} list={errors} places={asked.places} />}
      {shown && <ImportChanges shown={shown} list={changes} places={asked.places} />}
      {(waiting.length === 0 || others.length > 0) && <PastImports past={others} />}
    </>
  )
}

function ExportButton() {
  const { error, run } = useCall()
  const [isBusy, setBusy] = useState(false)
  async function onExport() {
    setBusy(true)
    await run(async () => {
      saveFile(await browserApi.exportProducts())
      notify({ text: texts.exported })
    })
    setBusy(false)
  }
  return (
    <div>
      <div className="acts">
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void onExport()}>
          {texts.export}
        </Button>
      </div>
      {error && <ErrorText>{error.text}</ErrorText>}
    </div>
  )
}
