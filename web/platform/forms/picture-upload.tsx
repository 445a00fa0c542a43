import { useState } from 'react'
import { pictureFiles } from '#contract/platform/files/pictures.ts'
import { uploadTexts as texts, type UploadFault } from '#contract/platform/files/upload-texts.ts'
import { browserApi } from '../api/browser-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { notify } from '../ui/notice.tsx'
import { FileField } from './field.tsx'

const uploadErrors = new Map<string, UploadFault>([
  ['body_too_large', 'tooLarge'],
  ['unsupported_media_type', 'wrongType'],
  ['image_unreadable', 'unreadable'],
])

type UploadProps = { label: string; hint?: string; onUploaded: (img: string) => void }

/** Uploads a picture and passes on its address; says in the field why one was refused. */
export function PictureUpload({ label, hint, onUploaded }: UploadProps) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()

  async function upload(file: File) {
    const showUploadError = (fault: UploadFault) => setMessage(texts.refused(file.name, fault, label))
    if (file.size === 0) return showUploadError('empty')
    if (file.size > pictureFiles.limit) return showUploadError('tooLarge')
    if (!pictureFiles.types.includes(file.type)) return showUploadError('wrongType')
    setMessage(undefined)
    setBusy(true)
    try {
      const { img } = await browserApi.uploadImage({}, { rawBody: file })
      onUploaded(img)
      notify({ text: texts.done })
    } catch (error) {
      const { code, text } = errorMessage(error)
      const fault = uploadErrors.get(code)
      if (fault) showUploadError(fault)
      else setMessage(text)
    }
    setBusy(false)
  }

  return (
    <FileField
      label={label}
      hint={hint}
      error={message}
      accept={pictureFiles.types.join(',')}
      isBusy={isBusy}
      onFile={upload}
    />
  )
}
