import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/people/account/texts.ts'
import { isStaff } from '#contract/platform/auth/roles.ts'
import { useStore, useStoreConfig } from '../../platform/api/store-config.ts'
import { withIdentityClient } from '../../platform/auth/session.ts'
import { useSession } from '../../platform/auth/session-state.ts'
import { confirm } from '../../platform/dialogs/confirm.tsx'
import { Field } from '../../platform/forms/field.tsx'
import { Time } from '../../platform/layout/price.tsx'
import { Button, buttonClass } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { AttemptError, CodeField, SignInForm, useSignIn } from '../sign-in/sign-in-form.tsx'
import type { AccountActions } from './account-actions.ts'
import { AddPhone } from './methods-section.tsx'
import {
  changeAccount,
  type EnrolledFactor,
  makeRecoveryCodes,
  type OwnAccount,
  startTotp,
} from './own-account.ts'
import { askToReauthenticate, useRecentSignIn } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.factors
/** The limit of the identity provider. */
const MAX_FACTORS = 5

type FactorsSectionProps = { account: OwnAccount; openForm: OpenForm; actions: AccountActions }

export function FactorsSection({ account, openForm, actions }: FactorsSectionProps) {
  const { revalidate } = useRevalidator()
  const { factors, isVerified, codesLeft } = account
  const methods = useStoreConfig()?.identity.methods ?? []
  const isOff = factors.length === 0

  async function onAdded(name: string) {
    notify({ text: texts.added(name) })
    openForm.close()
    await revalidate()
  }
  return (
    <Section id="second-factors" title={texts.title} intro={texts.intro}>
      <StaffNote account={account} />
      {isOff ? (
        <p className="account__value">
          <Tag>{texts.off}</Tag>
        </p>
      ) : (
        <FactorList factors={factors} actions={actions} />
      )}
      {isVerified || <p>{texts.needsEmail}</p>}
      {isVerified && factors.length >= MAX_FACTORS && <p>{texts.limit}</p>}
      {isVerified && factors.length < MAX_FACTORS && (
        <div className="account__actions">
          {methods.includes('totp') && <AddTotp openForm={openForm} onAdded={onAdded} />}
          {methods.includes('phoneFactor') && !account.providers.includes('phone') && (
            <FormToggle openForm={openForm} name="phone-factor" label={texts.addPhone}>
              <AddPhone
                label={texts.addPhone}
                sendSmsCode={(number) => withIdentityClient((client) => client.startPhoneFactor(number))}
                add={(code) => changeAccount((client) => client.addPhoneFactor(code))}
                onAdded={onAdded}
                onEnd={openForm.close}
              />
            </FormToggle>
          )}
        </div>
      )}
      {!isOff && codesLeft !== null && (
        <RecoveryCodes email={account.email} left={codesLeft} openForm={openForm} />
      )}
    </Section>
  )
}

function FactorList({ factors, actions }: { factors: EnrolledFactor[]; actions: AccountActions }) {
  return (
    <ul className="rows" aria-label={texts.list}>
      {factors.map((factor) => {
        const { id, kind, label, enrolledAt } = factor
        const name = label ?? texts[kind]
        return (
          <li key={id}>
            <p>
              <b>{name}</b>
              <small>
                <span>{label === null ? `${texts.since} ` : `${texts[kind]}, ${texts.since} `}</span>
                <Time at={enrolledAt} style="date" />
              </small>
            </p>
            <Button
              size="small"
              variant="danger"
              aria-label={texts.removeOf(name)}
              disabled={actions.busyId === id}
              onClick={() => actions.removeFactor(factor, name, factors.length === 1)}
            >
              {texts.remove}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Says why staff cannot open the pages of their role, where the store asks them for a second factor. */
function StaffNote({ account: { factors, usedSecondFactor } }: { account: OwnAccount }) {
  const isRequired = useStoreConfig()?.identity.adminSecondStep
  const { role } = useSession()
  const { revalidate } = useRevalidator()
  if (!isRequired || !role || !isStaff(role) || usedSecondFactor) return null
  if (factors.length === 0) return <p className="account__note">{texts.required}</p>

  async function onConfirm() {
    if (!(await askToReauthenticate())) return
    notify({ text: texts.confirmed })
    await revalidate()
  }
  return (
    <>
      <p className="account__note">{texts.factorUnused}</p>
      <Button variant="primary" onClick={onConfirm}>
        {texts.confirm}
      </Button>
    </>
  )
}

const totpTexts = accountTexts.totp

type OnAdded = (name: string) => Promise<void>
type NewApp = Awaited<ReturnType<typeof startTotp>> & { qr: QrDrawing | undefined }

function AddTotp({ openForm, onAdded }: { openForm: OpenForm; onAdded: OnAdded }) {
  const store = useStore()
  const [app, setApp] = useState<NewApp>()
  const { error, runReauthenticated } = useRecentSignIn()
  const prepare = () =>
    runReauthenticated(async () => {
      const start = await startTotp(store.name)
      // the key can be typed, too: without the QR code the form still works
      setApp({ ...start, qr: await drawQr(start.uri).catch(() => undefined) })
    })
  return (
    <>
      <FormToggle openForm={openForm} name="totp" label={texts.addTotp} prepare={prepare}>
        {app && <TotpForm app={app} onAdded={onAdded} onEnd={openForm.close} />}
      </FormToggle>
      <AttemptError error={error} />
    </>
  )
}

function TotpForm({ app, onAdded, onEnd }: { app: NewApp; onAdded: OnAdded; onEnd: () => void }) {
  const { error, run } = useSignIn()
  return (
    <SignInForm
      label={texts.addTotp}
      schema={async () => (await import('#contract/people/account/own-account.ts')).totpForm}
      submit={async ({ code, name }) => {
        const add = () => changeAccount((client) => client.addTotp(app.secret, code, name))
        if (!(await run(add))) return false
        await onAdded(name ?? texts.totp)
      }}
      button={totpTexts.finish}
      beside={<Button onClick={onEnd}>{accountTexts.cancel}</Button>}
      error={error}
    >
      <p>{totpTexts.scan}</p>
      <div className="qr-code">
        {app.qr ? <QrCode drawing={app.qr} /> : <p>{totpTexts.qrFailed}</p>}
        <p>
          <span className="field-label">{totpTexts.key}</span>
          {/* groups are easier to type; apps take the key with or without the spaces */}
          <code className="numeric">{app.secret.secretKey.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </div>
      <CodeField hint={totpTexts.sixDigits} />
      <Field name="name" label={totpTexts.name} hint={totpTexts.nameHint} autoComplete="off" />
    </SignInForm>
  )
}

type QrDrawing = { size: number; path: string }

/** The light border that a scanner needs around the code, in squares of the code. */
const BORDER = 4

async function drawQr(text: string): Promise<QrDrawing> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}

/** Dark on light in both themes: many scanners cannot read light on dark. */
function QrCode({ drawing: { size, path } }: { drawing: QrDrawing }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={totpTexts.qr} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

const recoveryTexts = accountTexts.recovery
const FEW_CODES = 3

type RecoveryCodesProps = { email: string; left: number; openForm: OpenForm }

function RecoveryCodes({ email, left, openForm }: RecoveryCodesProps) {
  const { revalidate } = useRevalidator()
  const { error, runReauthenticated } = useRecentSignIn()
  const [codes, setCodes] = useState<string[]>([])
  const count = codes.length || left

  async function prepare() {
    const confirmation = { text: recoveryTexts.renewQuestion, button: recoveryTexts.yesRenew }
    if (left > 0 && !(await confirm(confirmation))) return false
    return runReauthenticated(async () => setCodes(await makeRecoveryCodes()))
  }

  async function onSaved() {
    openForm.close()
    setCodes([])
    await revalidate()
  }
  return (
    <div className="account__recovery">
      <div className="account__value">
        <h3>{recoveryTexts.title}</h3>
        <Tag variant={count > FEW_CODES ? 'ok' : 'warning'}>
          {count > 0 ? recoveryTexts.left(count) : recoveryTexts.none}
        </Tag>
      </div>
      <p>{recoveryTexts.intro}</p>
      <FormToggle
        openForm={openForm}
        name="recovery"
        label={left > 0 ? recoveryTexts.renew : recoveryTexts.make}
        prepare={prepare}
      >
        <NewCodes codes={codes} email={email} onSaved={onSaved} />
      </FormToggle>
      <AttemptError error={error} />
    </div>
  )
}

type NewCodesProps = { codes: string[]; email: string; onSaved: () => void }

function NewCodes({ codes, email, onSaved }: NewCodesProps) {
  const store = useStore()
  const head = recoveryTexts.fileHead(store.name, email)
  const file = [head, '', ...codes, ''].join('\n')

  async function onCopy() {
    try {
      // missing on plain http, refused where the user forbids it
      await navigator.clipboard.writeText(codes.join('\n'))
      notify({ text: recoveryTexts.copied })
    } catch {
      notify({ text: recoveryTexts.notCopied, variant: 'danger' })
    }
  }
  return (
    <div className="codes">
      <p>{head}</p>
      <ul className="numeric" aria-label={recoveryTexts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="no-print">{recoveryTexts.once}</p>
      <div className="form__actions no-print">
        <Button onClick={onCopy}>{recoveryTexts.copy}</Button>
        <a
          className={buttonClass({})}
          download={recoveryTexts.file}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          {recoveryTexts.download}
        </a>
        <Button onClick={() => window.print()}>{recoveryTexts.print}</Button>
        <Button variant="primary" onClick={onSaved}>
          {recoveryTexts.saved}
        </Button>
      </div>
    </div>
  )
}
