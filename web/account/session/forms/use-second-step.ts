import { useState } from 'react'
import { type Challenge, SecondStepNeeded } from '../second-step.ts'
import { useFailure } from './use-failure.ts'

/**
 * `useFailure` for acts that may stand before a second step: `run` then answers false, and `challenge` is what
 * `SecondStepForm` draws. `leave` goes back to before.
 */
export function useSecondStep() {
  const [challenge, setChallenge] = useState<Challenge>()
  const { failure, run: runAct } = useFailure()

  async function run(act: () => Promise<unknown>): Promise<boolean> {
    let needed: Challenge | undefined
    const isDone = await runAct(async () => {
      try {
        await act()
      } catch (error) {
        if (!(error instanceof SecondStepNeeded)) throw error
        needed = error.challenge
      }
    })
    if (needed) setChallenge(needed)
    return isDone && !needed
  }
  return { failure, run, challenge, leave: () => setChallenge(undefined) }
}
