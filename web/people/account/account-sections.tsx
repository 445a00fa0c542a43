import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { accountTexts } from '#contract/people/account/texts.ts'
import type { SignInRecord } from '#contract/people/sign-in/sign-ins.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { pageAddress } from '../../platform/auth/return-path.ts'
import { withIdentityClient } from '../../platform/auth/session.ts'
import { Field } from '../../platform/forms/field.tsx'
import { Time } from '../../platform/layout/price.tsx'
import { type Column, Table } from '../../platform/lists/table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import {
  AttemptError,
  BusyButton,
  PasswordField,
  SentNote,
  SignInForm,
  useSignIn,
} from '../sign-in/sign-in-form.tsx'
import { type AccountActions, OTHER_SIGN_INS } from './account-actions.ts'
import { changeAccount, deleteAccount, type OwnAccount } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const { email: emailTexts, password: passwordTexts, cancel } = accountTexts
export const PASSWORD_FORM = 'password'

type SectionProps = { account: OwnAccount; openForm: OpenForm }

export function EmailSection({ account: { email, isVerified }, openForm }: SectionProps) {
  return (
    <Section id="email" title={emailTexts.title}>
      <p className="account__value">
        <EmailText email={email} />
        <Tag variant={isVerified ? 'ok' : 'warning'}>
          {isVerified ? emailTexts.verified : emailTexts.unverified}
        </Tag>
      </p>
      {!isVerified && <Verification />}
      <FormToggle openForm={openForm} name="email" label={emailTexts.change}>
        <ChangeEmail email={email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function Verification() {
  const [isSent, setSent] = useState(false)
  const { error, run } = useSignIn()
  const send = () =>
    run(() => withIdentityClient((client) => client.sendVerification(pageAddress('/dashboard/account'))))
  return (
    <div className="account__note">
      <p>
        <span>{`${emailTexts.unverifiedText} `}</span>
        <button type="button" className="link" onClick={async () => setSent(await send())}>
          {emailTexts.verify}
        </button>
      </p>
      <AttemptError error={error} />
      <SentNote text={isSent && emailTexts.verifySent} />
    </div>
  )
}

function ChangeEmail({ email, onEnd }: { email: string; onEnd: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { error, run } = useSignIn()

  async function onSubmit({ newEmail }: { newEmail: string }, form: HTMLFormElement) {
    setSentTo(undefined)
    const request = () => withIdentityClient((client) => client.changeEmail(newEmail, pageAddress('/login')))
    if (!(await askToReauthenticate()) || !(await run(request))) return false
    setSentTo(newEmail)
    form.reset()
  }
  return (
    <SignInForm
      schema={async () => (await import('#contract/people/account/own-account.ts')).newEmailForm(email)}
      submit={onSubmit}
      button={emailTexts.send}
      beside={<Button onClick={onEnd}>{cancel}</Button>}
      error={error}
      after={<SentNote text={sentTo && emailTexts.sent(sentTo)} />}
    >
      <Field
        name="newEmail"
        type="email"
        label={emailTexts.newEmail}
        hint={emailTexts.hint}
        autoComplete="email"
      />
    </SignInForm>
  )
}

export function PasswordSection({ account, openForm }: SectionProps) {
  const hasPassword = account.providers.includes('password')
  const label = hasPassword ? passwordTexts.change : passwordTexts.add
  return (
    <Section id="password" title={passwordTexts.title}>
      <p>{hasPassword ? passwordTexts.set : passwordTexts.unset}</p>
      <FormToggle openForm={openForm} name={PASSWORD_FORM} label={label}>
        <NewPassword email={account.email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function NewPassword({ email, onEnd }: { email: string; onEnd: () => void }) {
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const { revalidate } = useRevalidator()
  const { error, run } = useSignIn()

  async function onSubmit({ password }: { password: string }) {
    const change = () => changeAccount((client) => client.changePassword(password))
    if (!(await askToReauthenticate()) || !(await run(change))) return false
    notify({ text: passwordTexts.changed })
    onEnd()
    await revalidate()
  }
  return (
    <SignInForm
      schema={async () => (await import('#contract/people/users/users.ts')).newPasswordSchema(minLength)}
      submit={onSubmit}
      button={passwordTexts.save}
      beside={<Button onClick={onEnd}>{cancel}</Button>}
      error={error}
    >
      <PasswordField
        email={email}
        label={passwordTexts.newPassword}
        hint={passwordTexts.hint(minLength)}
        autoComplete="new-password"
      />
    </SignInForm>
  )
}

const { devices: deviceTexts, remove: deletionTexts } = accountTexts

type DevicesSectionProps = { signIns: SignInRecord[]; actions: AccountActions }

export function DevicesSection({ signIns, actions }: DevicesSectionProps) {
  const hasOthers = signIns.some(({ current }) => !current)
  return (
    <Section id="devices" title={deviceTexts.title} intro={deviceTexts.intro}>
      <Table caption={deviceTexts.list} columns={columns(actions)} rows={signIns} rowKey={({ _id }) => _id} />
      {hasOthers ? (
        <Button disabled={actions.busyId === OTHER_SIGN_INS} onClick={actions.endOtherSignIns}>
          {deviceTexts.endOthers}
        </Button>
      ) : (
        <p>{deviceTexts.alone}</p>
      )}
    </Section>
  )
}

function columns({ busyId, endSignIn }: AccountActions): Column<SignInRecord>[] {
  return [
    { label: deviceTexts.device, isRowHeader: true, cell: ({ device }) => device },
    { label: deviceTexts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: deviceTexts.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      label: deviceTexts.action,
      isActions: true,
      cell: (signIn) =>
        signIn.current ? (
          <Tag variant="ok">{deviceTexts.current}</Tag>
        ) : (
          <Button
            size="small"
            aria-label={deviceTexts.endOf(signIn.device)}
            disabled={busyId === signIn._id}
            onClick={() => endSignIn(signIn)}
          >
            {deviceTexts.end}
          </Button>
        ),
    },
  ]
}

export function DeletionSection({ email, openForm }: { email: string; openForm: OpenForm }) {
  return (
    <Section id="delete" title={deletionTexts.title} intro={deletionTexts.intro} isDangerous>
      <FormToggle openForm={openForm} name="delete" label={deletionTexts.start} variant="danger">
        <Deletion email={email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function Deletion({ email, onEnd }: { email: string; onEnd: () => void }) {
  const navigate = useNavigate()
  const { error, run } = useSignIn()

  async function onConfirm() {
    if (!(await askToReauthenticate()) || !(await run(() => deleteAccount(email)))) return
    await navigate('/', { replace: true })
    notify({ text: deletionTexts.done })
  }
  return (
    <div className="form">
      <Consequences title={deletionTexts.deleted} list={deletionTexts.deletedList} />
      <Consequences title={deletionTexts.kept} list={deletionTexts.keptList} />
      <p>{deletionTexts.openOrders}</p>
      <div className="form__actions">
        <Button onClick={onEnd}>{accountTexts.cancel}</Button>
        <BusyButton variant="danger" onClick={onConfirm}>
          {deletionTexts.confirm}
        </BusyButton>
      </div>
      <AttemptError error={error} />
    </div>
  )
}

function Consequences({ title, list }: { title: string; list: readonly string[] }) {
  return (
    <div className="consequences">
      <h3>{title}</h3>
      <ul>
        {list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
