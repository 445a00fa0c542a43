import { useRevalidator } from 'react-router'
import { accountTexts, wayNames } from '#contract/messages/account/account.ts'
import { useAct } from '../../layout/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { textCode } from '../session/reauthenticate.ts'
import { linkMethod, linkPhone, unlinkProvider } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { AddPhone } from './add-phone.tsx'
import type { OwnAccount } from './own-account.ts'
import { PASSWORD_ACT } from './password-section.tsx'
import { askForOldProof } from './reauthentication-dialog.tsx'
import { ActBody, Section } from './section.tsx'
import { useWays, type Way } from './sign-in-methods.ts'
import { provenWhereWanted, useProven } from './use-proven.ts'

const texts = accountTexts.methods
const PHONE_ACT = 'phone'

/** The ways to log in that lead to this account, and those that could. */
export function MethodsSection({ account, acts }: { account: OwnAccount; acts: Acts }) {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()
  const { failure, runProven } = useProven()
  const ways = useWays(account.providers)

  async function onLink({ name, window: method, providerId }: Way) {
    if (providerId === 'password') return acts.start(PASSWORD_ACT)
    if (providerId === 'phone') return acts.start(PHONE_ACT)
    if (!method || !(await runProven(() => linkMethod(method)))) return
    notify({ text: texts.linked(name) })
    await revalidate()
  }

  async function onPhoneAdded() {
    notify({ text: texts.linked(wayNames.phone) })
    acts.end()
    await revalidate()
  }

  async function onUnlink({ name, providerId }: Way) {
    if (!(await askForOldProof())) return
    const outcome = await perform(providerId, {
      question: { text: texts.unlinkQuestion, yes: texts.yesUnlink, subject: name, isDestructive: true },
      call: () => provenWhereWanted(() => unlinkProvider(providerId)),
      done: texts.unlinked(name),
    })
    if (outcome === 'done') await revalidate()
  }
  return (
    <Section id="ways" title={texts.title} intro={texts.intro}>
      <ul className="rows" aria-label={texts.list}>
        {ways.map((way) => (
          <li key={way.providerId}>
            <WayState way={way} />
            {way.isLinked && !way.isOpen && (
              <Unlink way={way} isBusy={busyId === way.providerId} onClick={() => onUnlink(way)} />
            )}
            {!way.isLinked && (
              <Button size="small" aria-label={texts.linkOf(way.name)} onClick={() => onLink(way)}>
                {texts.link}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {acts.open === PHONE_ACT && (
        <ActBody>
          <AddPhone
            title={texts.linkOf(wayNames.phone)}
            text={textCode}
            add={linkPhone}
            onAdded={onPhoneAdded}
            onEnd={acts.end}
          />
        </ActBody>
      )}
      <FailureText failure={failure} />
    </Section>
  )
}

function WayState({ way: { name, isLinked, isOpen, canUnlink } }: { way: Way }) {
  if (isOpen) {
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
      {isLinked && !canUnlink && <small>{texts.lastWay}</small>}
    </p>
  )
}

function Unlink({ way, isBusy, onClick }: { way: Way; isBusy: boolean; onClick: () => void }) {
  return (
    <Button
      size="small"
      look="bad"
      aria-label={texts.unlinkOf(way.name)}
      disabled={isBusy || !way.canUnlink}
      onClick={onClick}
    >
      {texts.unlink}
    </Button>
  )
}
