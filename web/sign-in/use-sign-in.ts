import { useState } from 'react'
import { forgetWaiting } from '../session/enter-store.ts'
import { LinkNeeded, type PendingLink } from '../session/link-needed.ts'
import { useSecondStep } from '../session/use-second-step.ts'

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
        if (error instanceof LinkNeeded) setWaiting(error.pending)
        throw error
      }
    })
  }

  // the failure that led to it goes, too
  const dropWaiting = () =>
    runAct(async () => {
      forgetWaiting()
      setWaiting(undefined)
    })
  return { ...step, run, waiting, dropWaiting }
}

export type SignIn = ReturnType<typeof useSignIn>
