import { useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStore } from '../../api/store-config.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { CodeField } from '../sign-in/code-fields.tsx'
import { addTotp } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { FormFoot } from './form-foot.tsx'
import { startTotp, type TotpStart } from './own-account.ts'
import { drawQr, QrCode, type QrDrawing } from './qr-code.tsx'
import { Act } from './section.tsx'
import { useProven } from './use-proven.ts'

const texts = accountTexts.totp

type DrawnStart = TotpStart & { qr: QrDrawing | undefined }
type OnAdded = (name: string) => Promise<void>

/** Adds an authenticator app: its key as a QR code and in letters, then the first code it shows. */
export function AddTotp({ acts, onAdded }: { acts: Acts; onAdded: OnAdded }) {
  const store = useStore()
  const [start, setStart] = useState<DrawnStart>()
  const { failure, runProven } = useProven()
  const prepare = () => runProven(async () => setStart(await draw(await startTotp(store.name))))
  return (
    <>
      <Act acts={acts} name="totp" label={accountTexts.factors.addTotp} prepare={prepare}>
        {start && <NewApp start={start} onAdded={onAdded} onEnd={acts.end} />}
      </Act>
      <FailureText failure={failure} />
    </>
  )
}

function NewApp({ start, onAdded, onEnd }: { start: DrawnStart; onAdded: OnAdded; onEnd: () => void }) {
  const { failure, run } = useFailure()
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
      <FormFoot form={form} submit={texts.finish} onBack={onEnd} failure={failure} />
    </form>
  )
}

/** The key can be typed, too: a drawing that fails stops nobody. */
async function draw(start: TotpStart): Promise<DrawnStart> {
  return { ...start, qr: await drawQr(start.uri).catch(() => undefined) }
}

/** Easier to type; apps take the key with or without the spaces. */
function inGroups(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key
}
