import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStore } from '../../api/store-config.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { AttemptError } from '../sign-in/sign-in-form.tsx'
import { makeRecoveryCodes } from './own-account.ts'
import { useRecentSignIn } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm } from './section.tsx'

const texts = accountTexts.recovery
const FEW = 3

type RecoveryCodesProps = { email: string; left: number; openForm: OpenForm }

export function RecoveryCodes({ email, left, openForm }: RecoveryCodesProps) {
  const { revalidate } = useRevalidator()
  const { error, runRecent } = useRecentSignIn()
  const [codes, setCodes] = useState<string[]>([])
  // those on the screen count already
  const count = codes.length || left

  async function prepare() {
    const question = { text: texts.renewQuestion, yes: texts.yesRenew }
    if (left > 0 && !(await confirm(question))) return false
    return runRecent(async () => setCodes(await makeRecoveryCodes()))
  }

  async function onKept() {
    openForm.close()
    setCodes([])
    await revalidate()
  }
  return (
    <div className="acct__part">
      <div className="acct__value">
        <h3>{texts.title}</h3>
        <Tag tone={count > FEW ? 'ok' : 'warn'}>{count > 0 ? texts.left(count) : texts.none}</Tag>
      </div>
      <p>{texts.intro}</p>
      <FormToggle
        openForm={openForm}
        name="recovery"
        label={left > 0 ? texts.renew : texts.make}
        prepare={prepare}
      >
        <NewCodes codes={codes} email={email} onKept={onKept} />
      </FormToggle>
      <AttemptError error={error} />
    </div>
  )
}

type NewCodesProps = { codes: string[]; email: string; onKept: () => void }

/** New recovery codes, shown only now: to copy, to download, or to print on a page of their own. */
function NewCodes({ codes, email, onKept }: NewCodesProps) {
  const store = useStore()
  const head = texts.fileHead(store.name, email)
  const file = [head, '', ...codes, ''].join('\n')

  async function onCopy() {
    try {
      // missing on plain http, refused where the user forbids it
      await navigator.clipboard.writeText(codes.join('\n'))
      notify({ text: texts.copied })
    } catch {
      notify({ text: texts.notCopied, tone: 'bad' })
    }
  }
  return (
    <div className="codes">
      <p className="codes__head">{head}</p>
      <ul className="num" aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="no-print">{texts.once}</p>
      <div className="form__acts no-print">
        <Button onClick={onCopy}>{texts.copy}</Button>
        <a
          className={buttonClass({})}
          download={texts.file}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          {texts.download}
        </a>
        <Button onClick={() => window.print()}>{texts.print}</Button>
        <Button look="go" onClick={onKept}>
          {texts.saved}
        </Button>
      </div>
    </div>
  )
}
