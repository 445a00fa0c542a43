import { useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStore } from '../../api/store-config.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { AttemptError } from '../sign-in/attempt-error.tsx'
import { CodeField } from '../sign-in/credential-fields.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { FormFoot } from './form-foot.tsx'
import { addTotp, startTotp, type TotpStart } from './own-account.ts'
import { useRecentSignIn } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm } from './section.tsx'

const texts = accountTexts.totp

type DrawnStart = TotpStart & { qr: QrDrawing | undefined }
type OnAdded = (name: string) => Promise<void>

/** Adds an authenticator app: its key as a QR code and in letters, then the first code it shows. */
export function AddTotp({ openForm, onAdded }: { openForm: OpenForm; onAdded: OnAdded }) {
  const store = useStore()
  const [start, setStart] = useState<DrawnStart>()
  const { error, runRecent } = useRecentSignIn()
  const prepare = () => runRecent(async () => setStart(await draw(await startTotp(store.name))))
  return (
    <>
      <FormToggle openForm={openForm} name="totp" label={accountTexts.factors.addTotp} prepare={prepare}>
        {start && <NewApp start={start} onAdded={onAdded} onEnd={openForm.close} />}
      </FormToggle>
      <AttemptError error={error} />
    </>
  )
}

function NewApp({ start, onAdded, onEnd }: { start: DrawnStart; onAdded: OnAdded; onEnd: () => void }) {
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/own-account.ts')).totpForm,
    submit: async ({ code, name }) => {
      if (!(await run(() => addTotp(start, { code, name })))) return false
      await onAdded(name ?? accountTexts.factors.totp)
    },
  })
  return (
    <form {...form.props} className="form" aria-label={accountTexts.factors.addTotp}>
      <p>{texts.scan}</p>
      <div className="qr">
        {start.qr ? <QrCode drawing={start.qr} label={texts.qr} /> : <p>{texts.qrFailed}</p>}
        <p>
          <span className="lab">{texts.key}</span>
          <code className="num">{inGroups(start.key)}</code>
        </p>
      </div>
      <CodeField form={form} hint={texts.sixDigits} />
      <Field form={form} name="name" label={texts.name} hint={texts.nameHint} autoComplete="off" />
      <FormFoot form={form} submit={texts.finish} onBack={onEnd} error={error} />
    </form>
  )
}

/** The key can be typed, too: without a drawing the form still works. */
async function draw(start: TotpStart): Promise<DrawnStart> {
  return { ...start, qr: await drawQr(start.uri).catch(() => undefined) }
}

/** Easier to type; apps take the key with or without the spaces. */
function inGroups(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key
}

/** Dark squares of a QR code, in squares from its corner. */
type QrDrawing = { size: number; path: string }

/** The light border that a reader needs around the code, in squares. */
const BORDER = 4

/** Draws a text as a QR code. The library is loaded at the first use. */
async function drawQr(text: string): Promise<QrDrawing> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}

/** Dark on light in both themes: many readers read nothing else. */
function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
