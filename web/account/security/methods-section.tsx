import { useRevalidator } from 'react-router'
import { accountTexts, methodNames } from '#contract/messages/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { textCode } from '../session/sign-in.ts'
import { AttemptError } from '../sign-in/attempt-error.tsx'
import type { AccountActions } from './account-actions.ts'
import { AddPhone } from './add-phone.tsx'
import { linkMethod, linkPhone, type OwnAccount } from './own-account.ts'
import { PASSWORD_FORM } from './password-section.tsx'
import { useRecentSignIn } from './reauthentication-dialog.tsx'
import { FormBody, type OpenForm, Section } from './section.tsx'
import { type SignInMethod, useSignInMethods } from './sign-in-methods.ts'

const texts = accountTexts.methods
const PHONE_FORM = 'phone'

type MethodsSectionProps = { account: OwnAccount; openForm: OpenForm; actions: AccountActions }

/** The sign-in methods of this account, and those that can be linked. */
export function MethodsSection({ account, openForm, actions }: MethodsSectionProps) {
  const { revalidate } = useRevalidator()
  const { error, runRecent } = useRecentSignIn()
  const methods = useSignInMethods(account.providers)

  async function onLink({ name, popup, providerId }: SignInMethod) {
    if (providerId === 'password') return openForm.show(PASSWORD_FORM)
    if (providerId === 'phone') return openForm.show(PHONE_FORM)
    if (!popup || !(await runRecent(() => linkMethod(popup)))) return
    notify({ text: texts.linked(name) })
    await revalidate()
  }

  async function onPhoneAdded() {
    notify({ text: texts.linked(methodNames.phone) })
    openForm.close()
    await revalidate()
  }

  return (
    <Section id="ways" title={texts.title} intro={texts.intro}>
      <ul className="rows" aria-label={texts.list}>
        {methods.map((method) => (
          <li key={method.providerId}>
            <MethodState method={method} />
            {method.isLinked && !method.needsNoLink && (
              <Unlink
                method={method}
                isBusy={actions.busyId === method.providerId}
                onClick={() => actions.unlink(method)}
              />
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
            title={texts.linkOf(methodNames.phone)}
            text={textCode}
            add={linkPhone}
            onAdded={onPhoneAdded}
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
      {isLinked ? <Tag tone="ok">{texts.isLinked}</Tag> : <small>{texts.notLinked}</small>}
      {isLinked && !canUnlink && <small>{texts.lastMethod}</small>}
    </p>
  )
}

function Unlink({ method, isBusy, onClick }: { method: SignInMethod; isBusy: boolean; onClick: () => void }) {
  return (
    <Button
      size="small"
      look="bad"
      aria-label={texts.unlinkOf(method.name)}
      disabled={isBusy || !method.canUnlink}
      onClick={onClick}
    >
      {texts.unlink}
    </Button>
  )
}
