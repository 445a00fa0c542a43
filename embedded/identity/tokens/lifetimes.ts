/** As Firebase. */
export const ID_TOKEN_SECONDS = 3600
export const MAIL_CODE_SECONDS = 3600
/** Links in notices, which may be read after a weekend. */
export const NOTICE_CODE_SECONDS = 3 * 86_400
/** For changes of credentials and account deletion, as Firebase. */
export const RECENT_SIGN_IN_SECONDS = 300
export const SMS_CODE_SECONDS = 300
/** As Firebase. */
export const PHONE_PROOF_SECONDS = 3600
export const MFA_ENROLLMENT_SECONDS = 600
export const MFA_PENDING_SECONDS = 600
/** Long enough to reset a password at the outside provider. */
export const OAUTH_FLOW_SECONDS = 1800
/** From the popup to the call of its opener. */
export const GRANT_SECONDS = 120
/** From a conflict to the call that links: the owner signs in between. */
export const PENDING_GRANT_SECONDS = 600
export const DEMO_CODE_SECONDS = 600

/** Rounds down: times in tokens are whole seconds. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
