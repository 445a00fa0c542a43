import { useRevalidator } from 'react-router'
import { accountTexts, methodNames } from '#contract/people/account/texts.ts'
import type { PhoneCode } from '../../platform/auth/identity-client.ts'
import { withIdentityClient } from '../../platform/auth/session.ts'
import { Button } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { AttemptError, PhoneForm } from '../sign-in/sign-in-form.tsx'
import type { AccountActions } from './account-actions.ts'
import { PASSWORD_FORM } from './account-sections.tsx'
import { type SignInMethod, useSignInMethods } from './account-sign-in-methods.ts'
import { changeAccount, type OwnAccount } from './own-account.ts'
import { useRecentSignIn } from './reauthentication-dialog.tsx'
import { FormBody, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.methods
const PHONE_FORM = 'phone'

type MethodsSectionProps = { account: OwnAccount; openForm: OpenForm; actions: AccountActions }

export function MethodsSection({ account, openForm, actions }: MethodsSectionProps) {
  const { revalidate } = useRevalidator()
  const { error, runReauthenticated } = useRecentSignIn()
  const methods = useSignInMethods(account.providers)

  async function onLink({ name, popup, providerId }: SignInMethod) {
    if (providerId === 'password') return openForm.show(PASSWORD_FORM)
    if (providerId === 'phone') return openForm.show(PHONE_FORM)
    if (!popup || !(await runReauthenticated(() => changeAccount((client) => client.link(popup))))) return
    await onLinked(name)
  }

  async function onLinked(name: string) {
    notify({ text: texts.linked(name) })
    await revalidate()
  }

  return (
    <Section id="sign-in-methods" title={texts.title} intro={texts.intro}>
      <ul className="rows" aria-label={texts.list}>
        {methods.map((method) => (
          <li key={method.providerId}>
            <MethodState method={method} />
            {method.isLinked && !method.worksUnlinked && (
              <Button
                size="small"
                variant="danger"
                aria-label={texts.unlinkOf(method.name)}
                disabled={actions.busyId === method.providerId || !method.canUnlink}
                onClick={() => actions.unlink(method)}
              >
                {texts.unlink}
              </Button>
            )}
            {!method.isLinked && (
              <Button size="small" aria-label={texts.linkOf(method.name)} onClick={() => onLink(method)}>
                {texts.link}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {openForm.name === PHONE_FORM && (
        <FormBody>
          <AddPhone
            label={texts.linkOf(methodNames.phone)}
            sendSmsCode={(number) => withIdentityClient((client) => client.sendSmsCode(number))}
            add={(code) => changeAccount((client) => client.linkPhone(code))}
            onAdded={() => onLinked(methodNames.phone)}
            onEnd={openForm.close}
          />
        </FormBody>
      )}
      <AttemptError error={error} />
    </Section>
  )
}

function MethodState({ method: { name, isLinked, worksUnlinked, canUnlink } }: { method: SignInMethod }) {
  if (worksUnlinked) {
    return (
      <p>
        <b>{name}</b>
        <small>{texts.mailbox}</small>
      </p>
    )
  }
  return (
    <p>
      <b>{name}</b>
      {isLinked ? <Tag variant="ok">{texts.isLinked}</Tag> : <small>{texts.notLinked}</small>}
      {isLinked && !canUnlink && <small>{texts.lastMethod}</small>}
    </p>
  )
}

type AddPhoneProps = {
  label: string
  sendSmsCode: (number: string) => Promise<string>
  add: (code: PhoneCode) => Promise<void>
  onAdded: (number: string) => Promise<void>
  onEnd: () => void
}

export function AddPhone({ label, sendSmsCode, add, onAdded, onEnd }: AddPhoneProps) {
  const { error, run, runReauthenticated } = useRecentSignIn()
  return (
    <PhoneForm
      label={label}
      words={accountTexts.phone}
      run={run}
      runSend={runReauthenticated}
      error={error}
      sendSmsCode={sendSmsCode}
      verify={async (code, { number }) => {
        if (!(await run(() => add(code)))) return false
        onEnd()
        await onAdded(number)
      }}
      cancelButton={<Button onClick={onEnd}>{accountTexts.cancel}</Button>}
    />
  )
}
