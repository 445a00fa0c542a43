import { useId, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { manageProductTexts as texts, type UploadFault } from '#contract/messages/manage-products.ts'
import { pictureFiles } from '#contract/products/pictures.ts'
import { browserApi } from '../../api/browser-api.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { notify } from '../../ui/notice.tsx'
import { useCall } from '../../ui/use-call.ts'

/** What the store's refusals say of the file. */
const REFUSALS: Partial<Record<ErrorCode, UploadFault>> = {
  body_too_large: 'tooLarge',
  unsupported_media_type: 'wrongType',
  image_unreadable: 'unreadable',
}

/** A file to choose; it is stored at once, and its address told. */
export function PictureUpload({ onStored }: { onStored: (address: string) => void }) {
  const id = useId()
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const { error, run } = useCall()
  const fault = file && faultOf(file, error?.code)
  const message = fault ? texts.uploadRefused(file.name, fault) : error?.text

  async function store(chosen: File) {
    setFile(chosen)
    setBusy(true)
    await run(async () => {
      // what the store is sure to refuse is not sent
      if (faultOf(chosen)) return
      const { img } = await browserApi.uploadImage({}, { rawBody: chosen })
      onStored(img)
      notify({ text: texts.uploaded })
    })
    setBusy(false)
  }

  return (
    <div className={classNames('field', message && 'is-bad')}>
      <label htmlFor={id}>{texts.upload}</label>
      <input
        id={id}
        type="file"
        accept={pictureFiles.types.join(',')}
        disabled={isBusy}
        aria-busy={isBusy}
        aria-invalid={message ? true : undefined}
        aria-describedby={classNames(message && `${id}-error`, `${id}-hint`)}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) void store(chosen)
          // the same file can be chosen again after a failure
          target.value = ''
        }}
      />
      {message && <ErrorText id={`${id}-error`}>{message}</ErrorText>}
      <p className="hint" id={`${id}-hint`}>
        {texts.uploadHint}
      </p>
    </div>
  )
}

/** What is wrong with a file: as far as the page can see, then as the store's refusal says. */
function faultOf(file: File, refusal?: string): UploadFault | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > pictureFiles.limit) return 'tooLarge'
  if (!pictureFiles.types.includes(file.type)) return 'wrongType'
  return isRefusal(refusal) ? REFUSALS[refusal] : undefined
}

function isRefusal(code: string | undefined): code is keyof typeof REFUSALS {
  return code !== undefined && Object.hasOwn(REFUSALS, code)
}
