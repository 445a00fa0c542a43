type Departure = { response: string; why: string }

/** Differences between the embedded provider and the recorded emulator, by the names of the recording. */
export const departures: Record<string, Departure> = {
  'signUp.anonymous': {
    response: '400 ADMIN_ONLY_OPERATION',
    why: 'Accounts without any way to sign in again are off; production has the same error where they are.',
  },
  'lookup.foreignProjectOrUnsigned': {
    response: '400 INVALID_ID_TOKEN',
    why: 'The emulator fails on a token that it cannot read; production rejects it.',
  },
  'token.afterReset.TOKEN_EXPIRED': {
    response: '400 TOKEN_EXPIRED',
    why: 'In production a reset password ends every session; in the emulator they stay valid.',
  },
  'token.USER_NOT_FOUND': {
    response: '400 USER_NOT_FOUND',
    why: 'The SDK signs out on this one, as in production; not on the emulator’s INVALID_REFRESH_TOKEN.',
  },
  'signInWithPassword.USER_DISABLED': {
    response: '400 INVALID_LOGIN_CREDENTIALS',
    why: 'The emulator checks no password here. This account’s was removed when Google verified its address, and "disabled" is shown only to callers who know the password.',
  },
  'signInWithPassword.USER_DISABLED.wrongPassword': {
    response: '400 INVALID_LOGIN_CREDENTIALS',
    why: 'Reporting that an account is disabled would reveal that it exists.',
  },
  'signInWithIdp.INVALID_IDP_RESPONSE': {
    response:
      '400 INVALID_IDP_RESPONSE : The supplied auth credential is incorrect, malformed or has expired.',
    why: 'The emulator accepts unsigned tokens and has error texts of its own; these are production’s.',
  },
  'mfaEnrollment.start.totp.valid': {
    response: '200 no error',
    why: 'The emulator has no authenticator apps; production has.',
  },
  recaptchaConfig: {
    response: '200 no error',
    why: 'The emulator does not have the call. Here it says that every captcha is off.',
  },
  recaptchaParams: {
    response: '400 OPERATION_NOT_ALLOWED',
    why: 'There is no captcha; limits by phone number and IP address replace it.',
  },
  passwordPolicy: {
    response: '200 no error',
    why: 'The emulator does not have the call; production returns the policy.',
  },
  unknownField: {
    response: '400 Invalid JSON payload received. Unknown name "bogus": Cannot find field.',
    why: 'The emulator ignores fields it does not know; production refuses them, and with them those of admins.',
  },
}

/** Fields that production and the provider return and the emulator does not. */
export const additions: Record<string, { fields: string[]; why: string }> = {
  'signInWithIdp.google.unverifiedEmailConflict': {
    fields: ['pendingToken'],
    why: 'With it the external account is linked once the owner has signed in.',
  },
  'signInWithIdp.link.FEDERATED_USER_ID_ALREADY_LINKED': {
    fields: ['pendingToken'],
    why: 'With it the person signs in to the account that has the link.',
  },
}

/** Calls that are not in the recording, and that the provider rejects but the emulator does not. */
export const unrecorded: { call: string; response: string; why: string; test: string }[] = [
  {
    call: '`sendOobCode`, a `continueUrl` with a port that is not the store’s, or with user information',
    response: '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    why: 'Another service may listen on the store’s host, and a user name may look like a host.',
    test: 'embedded/identity/identity-mail-codes',
  },
  {
    call: '`update` with `deleteProvider`, a sign-in older than five minutes',
    response: '400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    why: 'A stolen token must not shut the owner out.',
    test: 'embedded/identity/identity-sign-in-methods',
  },
  {
    call: '`update` with `deleteProvider`, the last sign-in method that works',
    response: '400 OPERATION_NOT_ALLOWED : The last way to sign in stays.',
    why: 'No one could sign in to the account or verify it.',
    test: 'embedded/identity/identity-sign-in-methods',
  },
  {
    call: 'a change of the sign-in methods, an account with a second factor, a sign-in that did not pass it',
    response: '400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    why: 'A sign-in from before the factor must not get round it.',
    test: 'embedded/identity/identity-sign-in-methods',
  },
  {
    call: '`update` with the code of an earlier change of address, after a new password or the owner’s verification',
    response: '400 INVALID_OOB_CODE',
    why: 'It may have been requested in a session that was ended.',
    test: 'embedded/identity/identity-takeover',
  },
]

/** Parts of the recording that are not compared. */
export const notCompared: string[] = [
  '`cors.preflight`: the provider shares the store’s origin and sends no CORS headers.',
  '`reset`, `config:*`, `tenant.*`, `emu.*`: the emulator’s own calls for admins. What they set up is set up here by configuration, the outbox and `IdentityAdmin`.',
  '`displayName`, `fullName` and `photoUrl` of a sign-in: production returns them at every sign-in that knows them; demo accounts always have a name and never a picture. `rawUserInfo` has one format for all providers, which the store does not read.',
]
