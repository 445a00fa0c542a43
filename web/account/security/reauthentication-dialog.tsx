import { useEffect, useRef, useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useSecondStep } from '../session/forms/use-second-step.ts'
import { SecondStepForm } from '../sign-in/second-factor-form.tsx'
import { isProofFresh } from './account-calls.ts'
import type { OwnAccount } from './own-account.ts'
import { ProofWays } from './proof-ways.tsx'
import { useProofs } from './sign-in-methods.ts'

const texts = accountTexts.proof

type Answer = (isProved: boolean) => void
let ask: ((answer: Answer) => unknown) | undefined

/**
 * Asks whoever sits there to prove who they are; true when they did. Escape and Cancel are no. An account that can be
 * proved by a new login alone is taken at its word while that is fresh. Browser only.
 */
export function askForProof(): Promise<boolean> {
  return new Promise((answer) => {
    if (ask) ask(answer)
    else answer(false)
  })
}

/** The same where the last proof has become too old for the identity provider. */
export async function askForOldProof(): Promise<boolean> {
  return (await isProofFresh()) || askForProof()
}

/** The one place where that is asked; stands once on the page. */
export function ProofDialog({ account }: { account: OwnAccount }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pending = useRef<Answer>(undefined)
  const [isAsked, setAsked] = useState(false)
  const canProveHere = useProofs(account.providers).length > 0
  useEffect(() => {
    ask = async (answer) => {
      if (!canProveHere && (await isProofFresh().catch(() => false))) return answer(true)
      pending.current?.(false)
      pending.current = answer
      setAsked(true)
    }
    return () => {
      ask = undefined
    }
  }, [canProveHere])
  useEffect(() => () => pending.current?.(false), [])
  useEffect(() => {
    if (isAsked) dialog.current?.showModal()
  }, [isAsked])

  function settle(isProved: boolean) {
    pending.current?.(isProved)
    pending.current = undefined
    dialog.current?.close()
    setAsked(false)
  }

  function onClose() {
    // the event comes late: where the next question stands already, it must not be taken away
    if (!dialog.current?.open) settle(false)
  }
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="proof-title">
      {isAsked && (
        <div className="in">
          <h2 id="proof-title">{texts.title}</h2>
          <Proof account={account} onSettled={settle} />
        </div>
      )}
    </dialog>
  )
}

function Proof({ account, onSettled }: { account: OwnAccount; onSettled: Answer }) {
  const { failure, run, challenge, leave } = useSecondStep()
  if (challenge) {
    return <SecondStepForm challenge={challenge} onProved={() => onSettled(true)} onLeave={leave} />
  }
  return (
    <>
      <p>{texts.text}</p>
      <ProofWays
        account={account}
        failure={failure}
        prove={async (act) => {
          const isProved = await run(act)
          if (isProved) onSettled(true)
          return isProved
        }}
        onCancel={() => onSettled(false)}
      />
    </>
  )
}
