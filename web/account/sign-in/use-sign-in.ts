import { useState } from 'react'
import { forgetWaiting } from '../session/enter-store.ts'
import { useSecondStep } from '../session/forms/use-second-step.ts'
import { LinkNeeded, type PendingLink } from '../session/provider/link-needed.ts'

/**
 * `useSecondStep` for the pages that sign in: also keeps what a window's account is to be linked to (`waiting`)
 * until its owner has signed in the other way, or wants it no more (`dropWaiting`).
 */
export function useSignIn() {
  const { run: runAct, ...step } = useSecondStep()
  const [waiting, setWaiting] = useState<PendingLink>()

  function run(act: () => Promise<unknown>): Promise<boolean> {
    return runAct(async () => {
      try {
        await act()
      } catch (error) {
        // no failure: what is shown says how to go on
        if (!(error instanceof LinkNeeded)) throw error
        setWaiting(error.pending)
      }
    })
  }

  const dropWaiting = () =>
    runAct(async () => {
      forgetWaiting()
      setWaiting(undefined)
    })
  return { ...step, run, waiting, dropWaiting }
}

export type SignIn = ReturnType<typeof useSignIn>
