import type { IdentityClient } from './identity-client.ts'
import { SecondStepNeeded } from './second-step.ts'
import { whileActing } from './session.ts'

type Steps = {
  /** The first step; throws `SecondStepNeeded` where there is a second. */
  act: (client: IdentityClient) => Promise<void>
  /** What follows when the identity provider is content. */
  finish: (client: IdentityClient) => Promise<void>
}

/** Runs a sign-in action of one step or two: the challenge it throws finishes it the same way when passed. */
export function actInSteps({ act, finish }: Steps): Promise<void> {
  return whileActing(async (client) => {
    try {
      await act(client)
    } catch (error) {
      throw error instanceof SecondStepNeeded ? finishedLater(error, finish) : error
    }
    await finish(client)
  })
}

function finishedLater({ challenge }: SecondStepNeeded, finish: Steps['finish']): SecondStepNeeded {
  return new SecondStepNeeded({
    ...challenge,
    prove: (factorId, code) => actInSteps({ act: () => challenge.prove(factorId, code), finish }),
  })
}
