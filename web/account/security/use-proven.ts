import { useFailure } from '../session/forms/use-failure.ts'
import { askForOldProof, askForProof } from './reauthentication-dialog.tsx'

/** `useFailure` for acts that want a recent proof of who is there. */
export function useProven() {
  const { failure, run } = useFailure()

  /** Asks for the proof where the last one is too old, then acts. Answers whether it was done; never throws. */
  async function runProven(act: () => Promise<unknown>): Promise<boolean> {
    let isDone = false
    const isFine = await run(async () => {
      isDone = await withProof(act)
    })
    return isFine && isDone
  }
  return { failure, runProven }
}

async function withProof(act: () => Promise<unknown>): Promise<boolean> {
  if (!(await askForOldProof())) return false
  await provenWhereWanted(act)
  return true
}

/**
 * Runs an act again after a proof where the provider wants one: its clock decides, and it may want a second step of a
 * sign-in that had one step. Throws what the act throws.
 */
export async function provenWhereWanted(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isProofWanted(error) || !(await askForProof())) throw error
    await act()
  }
}

function isProofWanted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'auth/requires-recent-login'
}
