import { useReducer, useRef } from 'react'
import type { ErrorMessage } from '../../api/error-message.ts'
import { dropPendingLink } from '../session/sign-in.ts'
import {
  type Attempt,
  type Challenge,
  type PendingLink,
  resultOf,
  type SignInResult,
} from '../session/sign-in-result.ts'

/** What a page shows of its attempts: at most one error, one challenge and one link that waits. */
type State = { error?: ErrorMessage; challenge?: Challenge; pendingLink?: PendingLink }
type Event = SignInResult | { kind: 'started' } | { kind: 'challengeLeft' } | { kind: 'linkDropped' }

function reduce(state: State, event: Event): State {
  switch (event.kind) {
    case 'started':
      return { ...state, error: undefined }
    case 'failed':
      return { ...state, error: event.error }
    case 'secondFactor':
      return { ...state, challenge: event.challenge }
    case 'challengeLeft':
      return { ...state, challenge: undefined }
    case 'linkNeeded':
      return { ...state, pendingLink: event.pending }
    case 'linkDropped':
      return { ...state, error: undefined, pendingLink: undefined }
    case 'done':
    case 'cancelled':
      return state
  }
}

/**
 * Runs the attempts of a page, form or button at the identity provider and holds what to show of them: an error, the
 * challenge that `SecondFactorForm` asks, or the account that waits to be linked.
 */
export function useSignIn() {
  const [state, dispatch] = useReducer(reduce, {})
  const latest = useRef(0)

  /** Answers whether the attempt is done. Never throws: an error that the attempt throws is shown as well. */
  async function run(attempt: Attempt): Promise<boolean> {
    latest.current += 1
    const number = latest.current
    dispatch({ kind: 'started' })
    const result = await resultOf(attempt)
    // the error of an older attempt says nothing about the newer one
    if (result.kind !== 'failed' || number === latest.current) dispatch(result)
    return result.kind === 'done'
  }

  return {
    ...state,
    run,
    leaveChallenge: () => dispatch({ kind: 'challengeLeft' }),
    dropLink() {
      dropPendingLink()
      dispatch({ kind: 'linkDropped' })
    },
  }
}

export type SignIn = ReturnType<typeof useSignIn>
