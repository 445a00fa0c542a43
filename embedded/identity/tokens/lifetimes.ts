/** As Firebase: an ID token lives an hour. */
export const ID_TOKEN_SECONDS = 3600
/** A link in a mail works for an hour. */
export const MAIL_CODE_SECONDS = 3600
/** A notice of a change must still be of use when its reader is back from a weekend. */
export const NOTICE_CODE_SECONDS = 3 * 86_400
/** Changing the password or address, or deleting the account, wants a sign-in this recent, as Firebase does. */
export const RECENT_SIGN_IN_SECONDS = 300
/** To read a text message and type its six digits. */
export const SMS_CODE_SECONDS = 300
/** To decide for the account that has the number, as Firebase gives it. */
export const PHONE_PROOF_SECONDS = 3600
/** To scan a QR code, or to find the phone. */
export const MFA_ENROLLMENT_SECONDS = 600
export const MFA_PENDING_SECONDS = 600
/** To sign in at an outside provider, a forgotten password there included. */
export const OAUTH_FLOW_SECONDS = 1800
/** From the popup's last click to the store's call. */
export const GRANT_SECONDS = 120
/** From a conflict's answer to the call that links: the owner signs in between. */
export const PENDING_GRANT_SECONDS = 600
/** To fetch a six-digit code from a mailbox and type it. */
export const PRACTICE_CODE_SECONDS = 600

/** Token times are whole seconds: the second that `at` lies in. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
