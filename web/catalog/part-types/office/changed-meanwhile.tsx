import { flushSync } from 'react-dom'
import { officeTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { ErrorText, FormError, useManagedForm } from '../../../platform/forms/form-status.tsx'
import { rememberFocus } from '../../../platform/forms/remember-focus.ts'
import { Button } from '../../../platform/ui/button.tsx'

type Props = { fields: string[]; onLoad: () => void }

/** Why a form cannot be saved: `fields` that somebody else has changed, with a button that takes over what they are now; else its error. */
export function SaveError({ fields, onLoad }: Props) {
  const form = useManagedForm()
  if (fields.length === 0) return <FormError />
  function load() {
    const restoreFocus = rememberFocus()
    flushSync(() => {
      onLoad()
      form.forgetFailure()
    })
    restoreFocus()
  }
  return (
    <div className="changed-meanwhile">
      <ErrorText isOfForm>{texts.changedMeanwhile(new Intl.ListFormat('en').format(fields))}</ErrorText>
      <Button size="small" onClick={load}>
        {texts.loadStored}
      </Button>
    </div>
  )
}
