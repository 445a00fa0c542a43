import { useRef, useState } from 'react'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { isPictureAddress } from '#contract/products/pictures.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { Picture } from '../../ui/picture.tsx'
import { PictureUpload } from './picture-upload.tsx'

type Props = { form: FormState; initial?: string }

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
          label={partFieldLabels.img}
          hint={texts.imgHint}
          inputMode="url"
          ref={address}
          defaultValue={initial}
          onBlur={({ target }) => setShown(target.value.trim())}
          required
        />
        <PictureUpload onStored={onStored} />
      </div>
      <div className="plate">
        {isPictureAddress(shown) && (
          <Picture src={shown} fallback="/drawings/not-found.svg" alt={texts.preview} />
        )}
      </div>
    </div>
  )
}
