import { useId, useRef, useState } from 'react'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { browserApi } from '../api/browser-api.ts'
import { FailureText } from '../session/failure-text.tsx'
import { useFailure } from '../session/use-failure.ts'
import { Field } from '../ui/field.tsx'
import type { FormState } from '../ui/form-state.ts'
import { notify } from '../ui/notice.tsx'
import { Picture } from '../ui/picture.tsx'

type Props = { form: FormState; initial?: string }

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The picture of a part: an address to type, or a file whose address is filled in once it is stored. */
export function PictureField({ form, initial = '' }: Props) {
  const address = useRef<HTMLInputElement>(null)
  // what is being typed is no address yet: the preview waits until the field is left
  const [shown, setShown] = useState(initial)

  function onStored(stored: string) {
    setShown(stored)
    if (!address.current) return
    address.current.value = stored
    // as if it had been typed: the form takes its message back
    address.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="form__wide picture">
      <div className="form">
        <Field
          form={form}
          name="imgURL"
          label={texts.imgURL}
          hint={texts.imgHint}
          inputMode="url"
          ref={address}
          defaultValue={initial}
          onBlur={({ target }) => setShown(target.value.trim())}
          required
        />
        <Upload onStored={onStored} />
      </div>
      <div className="plate">
        {shown && <Picture src={shown} fallback="/drawings/not-found.svg" alt={texts.preview} />}
      </div>
    </div>
  )
}

function Upload({ onStored }: { onStored: (address: string) => void }) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const { failure, run } = useFailure()

  async function store(file: File) {
    setBusy(true)
    await run(async () => {
      const { img } = await browserApi.uploadImage({}, { rawBody: file })
      onStored(img)
      notify({ text: texts.uploaded })
    })
    setBusy(false)
  }

  return (
    <div className="field">
      <label htmlFor={id}>{texts.upload}</label>
      <input
        id={id}
        type="file"
        accept={ACCEPTED}
        disabled={isBusy}
        aria-busy={isBusy}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void store(file)
          // the same file can be chosen again after a failure
          target.value = ''
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        {texts.uploadHint}
      </p>
      <FailureText failure={failure} />
    </div>
  )
}
