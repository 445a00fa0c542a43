import { useState } from 'react'
import { rowAction } from '../forms/row-action.ts'
import { Button } from './button.tsx'

type Props = { text: string; load: () => Promise<File>; done: string }

/** Saves a file from the API: a link could not send the access token. `done` is the message after success. */
export function DownloadButton({ text, load, done }: Props) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    await rowAction(async () => {
      saveFile(await load())
      return done
    })
    setBusy(false)
  }
  return (
    <Button aria-busy={isBusy} onClick={isBusy ? undefined : download}>
      {text}
    </Button>
  )
}

function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // the browser reads the file after the click: if the URL were revoked at once, it could be saved empty
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
