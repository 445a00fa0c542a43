type TestReference = { file: string; title: string }
export type Attack = { attack: string; outcome: string; tests: TestReference[] }

const testIn =
  (file: string) =>
  (title: string): TestReference => ({ file: `tests/api/${file}.test.ts`, title })
const attacks = testIn('embedded/identity/identity-attacks')
const lockout = testIn('embedded/identity/limits/identity-lockout')
const http = testIn('embedded/identity/identity-http')
const sessions = testIn('embedded/identity/identity-sessions')
const mails = testIn('embedded/identity/identity-mail-codes')
const links = testIn('embedded/identity/identity-email-link')
const google = testIn('embedded/identity/federated/identity-google')
const linking = testIn('embedded/identity/federated/identity-linking')
const phones = testIn('embedded/identity/factors/identity-phone')
const totp = testIn('embedded/identity/factors/identity-mfa-totp')
const phoneFactors = testIn('embedded/identity/factors/identity-mfa-phone')
const races = testIn('embedded/identity/identity-races')
const tokens = testIn('people/sign-in/tokens')
const openid = testIn('embedded/identity/federated/identity-openid')
const oauth = testIn('embedded/identity/federated/identity-oauth')
const demoAccounts = testIn('embedded/identity/federated/identity-demo-accounts')
const keys = testIn('embedded/identity/identity-keys')
const profiles = testIn('people/sign-in/token-profile')
const ended = testIn('people/sign-in/ended-sign-ins')
const deletion = testIn('people/users/account-deletion-second-factor')
const recovery = testIn('embedded/identity/factors/identity-recovery-codes')
const times = testIn('embedded/identity/identity-timing')
const addresses = testIn('embedded/identity/identity-address-change')
const takeover = testIn('embedded/identity/identity-takeover')
const model = testIn('embedded/identity/identity-model')
const methods = testIn('embedded/identity/identity-sign-in-methods')

/** The attacks on sign-in, their outcomes, and the tests that try them. */
export const attackList: Attack[] = [
  {
    attack: 'Guessing a password',
    outcome:
      'Five attempts per IP address and account (per account, where IP addresses are not used), then delays that double up to 15 minutes; concurrent attempts count too. From another IP address the owner waits 30 seconds at most for an attempt, and no account is locked permanently. The networks of an IPv6 site together have a fifth more guesses at all accounts than one network.',
    tests: [
      http('after five wrong passwords the delays double, even for the right one, and no account is locked'),
      http('wrong passwords do not delay the owner at another IP address'),
      http('concurrent guesses get no more attempts than sequential ones'),
      http('guesses from many IP addresses at one account are slowed'),
      http(
        'guesses from one IP address at many accounts are slowed; a right one subtracts only its own attempt',
      ),
      http('guesses are limited by account where IP addresses are not used'),
      lockout('guesses from the networks of one IPv6 site at many accounts are slowed'),
      mails('a reset ends the delays after failed attempts'),
    ],
  },
  {
    attack: 'Keeping an owner out by wrong guesses, or by using up the mails of an address',
    outcome:
      'Who signs in on a device or in a network of an earlier sign-in does not wait for what others guess, and has some mails left. An owner on a new device in a new network waits while guesses go on; sessions that are open go on ([53](../decisions/0053-known-devices-and-networks.md)).',
    tests: [
      lockout('its owner signs in from a network of an earlier sign-in, each time, and from no other'),
      lockout('its owner signs in on the device of an earlier sign-in, in a new network'),
      lockout('its owner signs in on a known device although others guess from the same network'),
      lockout('a sign-in of the owner gives the guesses of others no new start'),
      lockout('a reset lets its owner in from where the password was set'),
      lockout('guesses no more than an unknown one, on its device and in its network'),
      lockout('is known to its own account only'),
      lockout('is not made by a wrong password, an invented id or an id of another form'),
      lockout('is forgotten when all sessions end: a stranger who registered the address gains nothing'),
      lockout('the owner gets one from a known network, and on a known device anywhere, but not without end'),
      lockout(
        'while others, who know the password, guess the second factor, its owner signs in on a known device',
      ),
    ],
  },
  {
    attack: 'Guessing a six-digit code',
    outcome:
      'Five attempts per code. For a second factor attempts count per account, across repeated sign-ins.',
    tests: [
      phones('a code allows five concurrent guesses; then the right code is rejected'),
      phoneFactors('a code allows five guesses'),
      totp('an enrolment allows five concurrent guesses and one use, and the clean-up deletes it'),
      totp(
        'guesses by a person who knows the password are limited across IP addresses for at most 15 minutes',
      ),
    ],
  },
  {
    attack: 'Finding out from responses who has an account',
    outcome:
      'With e-mail privacy, the default, wrong password, reset, sign-in link, text message and the question how an address signs in read the same for known and unknown. Only registering, and moving one’s own account to another address, say that an address is taken, by default a hundred times an hour at most for an IP address; Firebase limits the first alike and, where it keeps addresses private, refuses the second, which the store’s own pages do not use: they mail a link to the new address.',
    tests: [
      sessions('a wrong password and an unknown address get the same error'),
      sessions('a disabled account is reported only to callers who know the password'),
      mails('an unknown and a disabled address get the same response and no mail'),
      mails('mails are limited per hour by mailbox, with and without an account, and by IP address'),
      mails('the response reveals nothing with e-mail privacy'),
      links('the mail has a link to the continue URL, for addresses with and without an account'),
      addresses('the address of another account gets the same response and no mail'),
      phones('a re-authentication by a phone without an account creates none'),
      http('wrong passwords count equally for addresses without an account'),
      http('sign-ups from one IP address are limited per hour; 429 has the seconds to wait'),
      http('changes to taken addresses are limited per hour'),
    ],
  },
  {
    attack: 'Finding out from response times who has an account',
    outcome: 'The medians of the attempts of each kind differ by at most twice their noise.',
    tests: [
      times('a wrong password takes as long for an address without an account'),
      times('requesting a reset takes as long for an address without an account'),
      times('requesting a sign-in link takes as long for an address without an account'),
      times('reading the sign-in methods takes as long for an address without an account'),
    ],
  },
  {
    attack: 'A code or link used again, too late, or for something else',
    outcome: 'Refused: each works once, within its time, for its own address and purpose.',
    tests: [
      mails('a code works once and marks the account’s address as verified'),
      mails('a reset ends the session, verifies the address and works once'),
      mails('one of several concurrent resets with one code succeeds'),
      mails('a reset invalidates the account’s other reset codes'),
      mails('a code is valid for an hour, reported as expired for a day, then unknown'),
      mails('a code for an address that has changed since is rejected'),
      mails('a code of one kind is rejected for the other'),
      links('opening one link invalidates every link that was mailed to the address'),
      links('the code is rejected for another address and stays valid for its own'),
      links('a code is rejected after an hour'),
      links('the code is valid for no other purpose, nor another code for this one'),
      phones('only one of three concurrent calls with a code succeeds'),
      phones('a code is valid for five minutes'),
      phoneFactors('one of two concurrent sign-ins with the same code succeeds'),
      phoneFactors('a code of another account or purpose is rejected'),
      linking('a pending token works in one of three concurrent calls and expires after ten minutes'),
      recovery('a code in five concurrent sign-ins is accepted once'),
    ],
  },
  {
    attack: 'A code of an authenticator app used again',
    outcome:
      'Refused, the code of the enrolment and older ones too; the database itself accepts no time step twice.',
    tests: [
      totp('each time step is accepted once: codes of the enrolment, used and older ones are rejected'),
      totp('one of two concurrent sign-ins with one code succeeds'),
      totp('the database accepts no time step twice'),
    ],
  },
  {
    attack: 'The sign-in popup asserting another person’s address',
    outcome:
      'Without the code from the mailbox the address is unverified and reaches no existing account; a grant works once, for the popup that requested it.',
    tests: [
      google('a guessed code is rejected, and five attempts use the code up'),
      google('a code of another address, another popup or ten minutes ago is rejected'),
      google('a sign-in without a code does not reach an existing account, verified or not'),
      google('a grant with another or no nonce is rejected and used up'),
      google('a grant cannot be forged from plain JSON claims or a foreign token'),
      google('a grant works once'),
      linking('the token does not sign in without an ID token'),
      linking('the token does not link to another account'),
      linking('an identity with the address of another account is rejected'),
    ],
  },
  {
    attack: 'An external provider’s response forged, replayed, or meant for another person',
    outcome:
      'State, nonce and PKCE tie it to one popup of one browser, once; an address counts as verified only if the provider runs its mailbox.',
    tests: [
      openid('the popup keeps its opener, and its cookie is HttpOnly, SameSite and bound to /identity'),
      openid('a callback is accepted once'),
      openid('a callback is accepted only in the browser that started the sign-in'),
      openid('a callback with an unknown or no state is rejected'),
      openid('a callback with the code of another sign-in is rejected, since the PKCE verifier differs'),
      openid('a callback in the name of another issuer is rejected'),
      openid('an address whose mailbox the provider does not run takes no account over'),
      oauth('an unknown code, or one of another sign-in, is rejected'),
      oauth('the callback of another provider is rejected'),
      oauth('an address that changes at the provider after linking takes no account over'),
      demoAccounts(
        'a provider that does not run the mailbox reaches no account by it; password and session stay valid',
      ),
    ],
  },
  {
    attack: 'Registering a victim’s address beforehand',
    outcome:
      'The owner who verifies the mailbox takes the account over: password, links, factors, sessions and mailed codes from before are removed. One verification keeps the password, as Firebase does: confirming a verification mail, since customers who register and confirm stay signed in. An owner who confirms a mail that another person requested leaves that person signed in to an account that counts as verified; mail and page offer "It was not me" instead, a password reset that transfers the account. The store gives no admin role to an unverified address unless that is confirmed.',
    tests: [
      model('an account belongs to the owner who verified it, whatever another person does before or after'),
      google('a verified owner takes over an unverified account, whose password and session become invalid'),
      google('a password reset of an unverified account also unlinks the Google account of its first user'),
      links('the reader of the mailbox takes over the account of a person who registered it unverified'),
      phones('a number is removed when the owner verifies an address that another person registered'),
      oauth(
        'the owner of the mailbox takes over an account registered beforehand, without the attacker’s link',
      ),
      totp('an owner who verifies the account finds no factor of another person'),
      addresses('the link returns the old address to its owner although another unverified account has it'),
      races('verification by the owner ends the refresh tokens of the person who registered the address'),
      takeover('%s, the link that restores an earlier address is void'),
      takeover('%s, the link that moves the account to another address is void'),
      testIn('people/users/users')('an unverified address is rejected, unless the request allows it'),
    ],
  },
  {
    attack: 'A change of address requested while the account was in the wrong hands',
    outcome:
      'It is void once a password was set, a session was ended or the owner verified the address; the removed address is notified, an unverified one up to an hourly limit.',
    tests: [
      takeover('a change of address that a thief requested is void after'),
      takeover('a session that a new password ends during its request cannot change the address'),
      takeover('%s, the link that moves the account to another address is void'),
      takeover('the address that a link removes is notified'),
      addresses('an unverified old address is notified without a link and without the new address'),
      addresses('a verified old address is notified of the change and reverts it by one link'),
    ],
  },
  {
    attack: 'A token of another project, of no account, or without a signature',
    outcome: 'Refused by the provider and at the exchange, also where the key is the right one.',
    tests: [
      attacks(
        'a token for another project or from another issuer is rejected, though signed by the store’s key',
      ),
      testIn('embedded/identity/identity-sign-up')(
        'ID tokens of another key, or without a signature, are invalid',
      ),
      testIn('embedded/identity/identity-sign-up')(
        'ID tokens for another project or of another origin with the same key are invalid',
      ),
      { file: 'server/platform/auth/id-token.test.ts', title: 'a token with %s is rejected' },
    ],
  },
  {
    attack: 'A key that was rotated out',
    outcome: 'Its last token ends within an hour; at most two minutes later nothing it signs counts.',
    tests: [
      attacks('a token of a key that was rotated out an hour and a minute ago is rejected'),
      races('a retired key verifies its last tokens and signs no more'),
      keys('a key that was rotated out is rejected once its last tokens have expired'),
      keys('every instance rejects a leaked key within a minute; refresh tokens stay valid'),
      {
        file: 'server/platform/auth/id-token.test.ts',
        title: 'a new key is accepted after six seconds, and a removed one is rejected after ten minutes',
      },
    ],
  },
  {
    attack: 'A link in a mail that leads to a foreign site',
    outcome:
      'No mail is sent: links lead to authorized domains, and a store with https sends no sign-in link with http.',
    tests: [mails('the continue URL %s gets %s'), links('a store with https sends no link with http')],
  },
  {
    attack: 'A name or picture in the token that deceives its readers',
    outcome:
      'The provider accepts any text, as Firebase does. The store holds both to the rules of a profile at the exchange: the name is cleaned of line breaks, control characters and text directions and cut to 80 characters, a picture that is neither http(s) nor a path of the store is left out, and no sign-in is refused for it.',
    tests: [
      profiles('a name of %s is stored as expected'),
      profiles('%j becomes %j'),
      profiles('a token without usable values signs in, and fills no missing value later'),
      profiles('%j is rejected with the name of the field'),
    ],
  },
  {
    attack: 'A refresh token, or a sign-in, from before a password change',
    outcome:
      'Ended, within the same second too. The embedded provider notifies the store in the same transaction, so that the store’s own tokens are refused with 401 at once: after a reset by mail, a changed password or address, both "It was not me" links, a verification by the owner and a deleted account. Firebase sends no notification: there a store token of an older sign-in lasts until the owner’s next exchange, an hour at most.',
    tests: [
      sessions('a new password ends every other session and returns new tokens for this one'),
      races('a changed password ends the older refresh tokens, not the new one'),
      races('a reset password ends the refresh tokens'),
      races('disabling and enabling ends the refresh tokens'),
      races('a sign-in fails if its password changes meanwhile'),
      ended('a password reset by mail ends them, verified or not'),
      ended('a change of the password ends them, except for the sign-in that changed it'),
      ended('reverting a change of address by "it was not me" ends them'),
      ended('withdrawing a second factor by "it was not me" ends them'),
      ended('the owner’s verification ends the sign-ins of a stranger who registered the address'),
      ended('deleting the account only at the provider ends them'),
      tokens('a password change ends the other sign-ins at once, and their ID tokens are not exchanged'),
    ],
  },
  {
    attack: 'A stolen ID token',
    outcome:
      'It changes no password, address, method or factor without a sign-in of the last five minutes. The last sign-in method cannot be removed, and the mailbox is notified of each that is added or removed, an unverified one up to an hourly limit.',
    tests: [
      sessions('changes of password and address, and deletion require a sign-in of the last five minutes'),
      links('linking requires a sign-in of the last five minutes, so a stolen token adds no method'),
      linking('linking requires a sign-in of the last five minutes, so a stolen token adds no method'),
      phones('linking requires a sign-in of the last five minutes, so a stolen token adds no method'),
      totp('enrolling requires a verified address and a sign-in of the last five minutes'),
      phoneFactors('a withdrawal requires a sign-in of the last five minutes'),
      methods('a removal requires a sign-in of the last five minutes, so a stolen token removes no method'),
      methods('the last method is not removed, and a request to remove all removes none'),
      methods('a mail names the method that was added or removed'),
      methods('a mail reports that a phone was added'),
      addresses('the first link reverts both changes of a thief and invalidates the thief’s link'),
    ],
  },
  {
    attack: 'A sign-in from before the second factor',
    outcome:
      'Where the account has a second factor, a sign-in without it can change no sign-in method and delete no account.',
    tests: [
      methods('the old sign-in cannot %s'),
      deletion('a recent sign-in from before the factor was added cannot delete the account'),
      methods('the old sign-in links no external account'),
      recovery('a sign-in without the factor, or of more than five minutes ago, gets no codes'),
    ],
  },
]
