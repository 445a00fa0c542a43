/** A thing that proves a second time who somebody is; `label` is its owner's name for it, or a masked number. */
export type SecondFactor = { id: string; kind: 'totp' | 'phone'; label: string | null }

/** What an account with a second step asks for after the first one. */
export type Challenge = {
  factors: SecondFactor[]
  /** Texts a code to a phone factor. */
  sendCode(factorId: string): Promise<void>
  /** Finishes what was asked for, by a code of the factor or by one of the account's recovery codes. */
  prove(factorId: string, code: string): Promise<void>
}

/** Thrown by a sign-in, or by a proof of who is signed in, that stands before its second step. */
export class SecondStepNeeded extends Error {
  readonly challenge: Challenge

  constructor(challenge: Challenge) {
    super('second-step-needed')
    this.name = 'SecondStepNeeded'
    this.challenge = challenge
  }
}
