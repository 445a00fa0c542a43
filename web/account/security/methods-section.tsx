import { useRevalidator } from 'react-router'
import { accountTexts, methodNames } from '#contract/messages/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { SentCode } from '../session/identity-client.ts'
import { withIdentityClient } from '../session/session.ts'
import { AttemptError, PhoneForm } from '../sign-in/sign-in-form.tsx'
import type { AccountActions } from './account-actions.ts'
import { PASSWORD_FORM } from './account-sections.tsx'
import { changeAccount, type OwnAccount } from './own-account.ts'
import { type SignInMethod, useRecentSignIn, useSignInMethods } from './reauthentication-dialog.tsx'
import { FormBody, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.methods
const PHONE_FORM = 'phone'

type MethodsSectionProps = { account: OwnAccount; openForm: OpenForm; actions: AccountActions }

export function MethodsSection({ account, openForm, actions }: MethodsSectionProps) {
  const { revalidate } = useRevalidator()
  const { error, runRecent } = useRecentSignIn()
  const methods = useSignInMethods(account.providers)

  async function onLink({ name, popup, providerId }: SignInMethod) {
    if (providerId === 'password') return openForm.show(PASSWORD_FORM)
    if (providerId === 'phone') return openForm.show(PHONE_FORM)
    if (!popup || !(await runRecent(() => changeAccount((client) => client.link(popup))))) return
    await onLinked(name)
  }

  async function onLinked(name: string) {
    notify({ text: texts.linked(name) })
    await revalidate()
  }

  return (
    <Section id="ways" title={texts.title} intro={texts.intro}>
      <ul className="rows" aria-label={texts.list}>
        {methods.map((method) => (
          <li key={method.providerId}>
            <MethodState method={method} />
            {method.isLinked && !method.needsNoLink && (
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
            text={(number) => withIdentityClient((client) => client.textCode(number))}
            add={(sent) => changeAccount((client) => client.linkPhone(sent))}
            onAdded={() => onLinked(methodNames.phone)}
            onEnd={openForm.close}
          />
        </FormBody>
      )}
      <AttemptError error={error} />
    </Section>
  )
}

function MethodState({ method: { name, isLinked, needsNoLink, canUnlink } }: { method: SignInMethod }) {
  if (needsNoLink) {
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
  text: (number: string) => Promise<string>
  add: (sent: SentCode) => Promise<void>
  onAdded: (number: string) => Promise<void>
  onEnd: () => void
}

export function AddPhone({ label, text, add, onAdded, onEnd }: AddPhoneProps) {
  const { error, run, runRecent } = useRecentSignIn()
  return (
    <PhoneForm
      label={label}
      words={accountTexts.phone}
      run={run}
      runFirst={runRecent}
      error={error}
      text={text}
      prove={async (sent, { number }) => {
        if (!(await run(() => add(sent)))) return false
        onEnd()
        await onAdded(number)
      }}
      leave={<Button onClick={onEnd}>{accountTexts.cancel}</Button>}
    />
  )
}
