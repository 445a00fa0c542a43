type Proof = { file: string; title: string }
export type Attack = { attack: string; outcome: string; proofs: Proof[] }

const at =
  (file: string) =>
  (title: string): Proof => ({ file: `tests/api/${file}.test.ts`, title })
const attacks = at('identity/identity-attacks')
const http = at('identity/identity-http')
const sessions = at('identity/identity-sessions')
const mails = at('identity/identity-mail-codes')
const links = at('identity/identity-email-link')
const google = at('identity/federated/identity-google')
const linking = at('identity/federated/identity-linking')
const phones = at('identity/factors/identity-phone')
const totp = at('identity/factors/identity-mfa-totp')
const phoneFactors = at('identity/factors/identity-mfa-phone')
const races = at('identity/identity-races')
const tokens = at('users/tokens')
const openid = at('identity/federated/identity-openid')
const oauth = at('identity/federated/identity-oauth')
const practice = at('identity/federated/identity-practice')
const keys = at('identity/identity-keys')
const profiles = at('users/token-profile')
const ended = at('users/ended-sign-ins')
const leaving = at('users/leaving-second-factor')
const recovery = at('identity/factors/identity-recovery-codes')
const times = at('identity/identity-timing')
const addresses = at('identity/identity-address-change')
const takeover = at('identity/identity-takeover')
const model = at('identity/identity-model')
const ways = at('identity/identity-ways')

/** What an attacker tries at sign-in, what becomes of it, and the tests that try it. */
export const attackList: Attack[] = [
  {
    attack: 'Guessing a password',
    outcome:
      'Five attempts per client address and account, then delays that double up to 15 minutes; concurrent attempts count too. From another client address the owner waits 30 seconds at most, and no account is locked permanently.',
    proofs: [
      http('after five the waits double, even for the right password, and never lock for good'),
      http('do not lock the owner out at another client address'),
      http('sent in parallel get no more guesses than one after another'),
      http('from many addresses at one account are slowed too'),
      http('at many accounts from one address are slowed; a right one gives only its own attempt back'),
      http('are limited by account alone where addresses do not count'),
      mails('restores at once an account slowed by failed attempts'),
    ],
  },
  {
    attack: 'Guessing a six-digit code',
    outcome:
      'Five attempts per code. For a second factor attempts count per account, across repeated sign-ins.',
    proofs: [
      phones('takes five guesses, in parallel too, and then not even the right one'),
      phoneFactors('takes five guesses at a code'),
      totp('takes five guesses in parallel, ten minutes, and one use'),
      totp(
        'a guesser who knows the password is slowed, from many addresses too, and the owner by minutes only',
      ),
    ],
  },
  {
    attack: 'Finding out from responses who has an account',
    outcome:
      'Wrong password, reset, sign-in link, text message and the question how an address signs in read the same for known and unknown. Only registering, and moving one’s own account to another address, say that an address is taken, a hundred times an hour at most; Firebase limits the first alike and, where it keeps addresses private, refuses the second, which the store’s own pages never ask for: they mail a link to the new address.',
    proofs: [
      sessions('answers a wrong password and an unknown address alike'),
      sessions('reports "disabled" only to callers who know the password'),
      mails('an unknown and a disabled address get the same answer and no mail'),
      mails('so many mails an hour to one mailbox, whether it has an account or not'),
      mails('reveals nothing with e-mail privacy'),
      links('mails one that opens the asking page, whether the address has an account or not'),
      addresses('that another account has gets the same answer and no mail'),
      phones('asked of a known person makes no account for a stranger'),
      http('count alike for addresses without an account'),
      http('limits per hour the accounts from one client address, then 429 with the seconds to wait'),
      http('limits per hour the changes to addresses that are taken'),
    ],
  },
  {
    attack: 'Finding out from response times who has an account',
    outcome: 'The medians of 200 attempts of each kind differ by less than their noise.',
    proofs: [
      times('a wrong password takes as long for an address without an account'),
      times('asking for a reset takes as long for an address without an account'),
      times('asking for a sign-in link takes as long for an address without an account'),
      times('asking how an address signs in takes as long for one without an account'),
    ],
  },
  {
    attack: 'A code or link used again, too late, or for something else',
    outcome: 'Refused: each works once, within its time, for its own address and purpose.',
    proofs: [
      mails('works once, and shows in the account'),
      mails('ends every session, verifies the address and works once'),
      mails('of calls that come at once with one code, one wins'),
      mails('uses up the older codes of the same account'),
      mails('a code is good for an hour, expired for a day, then forgotten'),
      mails('a code for an address since changed is worthless'),
      mails('a code of one kind does not serve the other'),
      links('uses up every link that was mailed to the address'),
      links('of another address is refused, and stays good for its own'),
      links('after an hour is refused'),
      links('serves nothing else, nor does another code serve as one'),
      phones('works once, also for calls that come at once'),
      phones('takes five minutes'),
      phoneFactors('takes a code once, for windows at once too'),
      phoneFactors('takes no code of another number, another account or another purpose'),
      linking('works once, also for calls that come at once, and for ten minutes'),
      recovery('is used once, also when it arrives ten times at once'),
    ],
  },
  {
    attack: 'A code of an authenticator app used again',
    outcome:
      'Refused, the code of the enrolment and older ones too; the database itself takes no step twice.',
    proofs: [
      totp('takes each time step once: the code of the enrolment, a used one and older ones are refused'),
      totp('of calls that come at once with one code lets one in'),
      totp('the database itself takes no time step twice'),
    ],
  },
  {
    attack: 'The sign-in popup asserting another person’s address',
    outcome:
      'Without the code from the mailbox the address is unproven and opens no account; a grant works once, for the window that asked for it.',
    proofs: [
      google('with a guessed code is refused; five tries use the code up'),
      google('with the code of another address, another window or an hour ago is refused'),
      google('without a code does not reach an existing account, verified or not'),
      google('with another nonce, or none, is worthless, and burnt'),
      google('cannot be made up: claims in plain JSON or a foreign token are no grant'),
      google('works once'),
      linking('gets in by the token alone no more than before'),
      linking('cannot link it to an account of their own'),
      linking('whose address another account has is refused'),
    ],
  },
  {
    attack: 'An outside provider’s answer forged, replayed, or meant for another person',
    outcome:
      'State, nonce and PKCE tie it to one window of one browser, once; an address counts as verified only if the provider runs its mailbox.',
    proofs: [
      openid('keeps the window tied to the page that opened it, and its secret to this browser'),
      openid('counts once'),
      openid('counts in the browser that left for it'),
      openid('with an unknown state, or none, is refused'),
      openid('with the code of another sign-in is refused: the proof of who asked does not fit'),
      openid('in the name of another issuer is refused'),
      openid('cannot take over an account by an address that the provider does not run'),
      oauth('by a code that the provider did not give, or gave for another sign-in'),
      oauth('by the answer of another provider than the one that was asked'),
      oauth('by an address that is changed at the provider after linking'),
      practice('so that the others reach no account by it, verified or not, and it stays as it is'),
    ],
  },
  {
    attack: 'Registering a victim’s address beforehand',
    outcome:
      'The owner who verifies the mailbox takes the account over: password, links, factors, sessions and mailed codes from before are removed. One verification keeps the password, as Firebase does: confirming a verification mail, since customers who register and confirm stay signed in. An owner who confirms a mail that another person requested leaves that person signed in to an account that counts as verified; mail and page offer "It was not me" instead, a password reset that transfers the account. The store gives no admin role to an unverified address unless that is confirmed.',
    proofs: [
      model(
        'an account belongs to the owner who verified it, whatever another person did before and does after',
      ),
      google(
        'whose account never verified it: the verified person takes it over, the password and sessions are removed',
      ),
      google('a password reset of an unproven account also removes what its first user linked'),
      links('takes the account over from a person who registered the address without verifying it'),
      phones('is removed when the owner verifies an address that another person registered'),
      oauth(
        'by an account registered beforehand: the owner of the mailbox gets it without the attacker’s links',
      ),
      totp('an owner who verifies the account finds no factor of another person'),
      addresses('goes to its owner though another person’s unverified account has it'),
      races('verification by the owner ends the refresh tokens of the person who registered the address'),
      takeover('%s, the link that takes an earlier address back is void'),
      takeover('%s, the link that moves the account elsewhere is void'),
      at('users/users')('refuses an unverified address, unless the request allows it'),
    ],
  },
  {
    attack: 'A change of address asked for while the account was in the wrong hands',
    outcome:
      'It is void once a password was set, a session was ended or the owner verified the address; the removed address is notified.',
    proofs: [
      takeover('a change of address that a thief asked for is void after'),
      takeover('a session that a new password ends meanwhile cannot request a change of address'),
      takeover('%s, the link that moves the account elsewhere is void'),
      takeover('the address that a link removes is notified'),
      addresses('that was never verified is notified, too, without a link and without the new one'),
      addresses('is notified of the change, if it was verified, and reverts it by one link'),
    ],
  },
  {
    attack: 'A token of another project, of no account, or without a signature',
    outcome: 'Refused by the provider and at the exchange, also where the key is the right one.',
    proofs: [
      attacks(
        'a token for another project or from another issuer is refused, though the key is the store’s own',
      ),
      at('identity/identity-sign-up')('of another key, or without a signature, are invalid'),
      at('identity/identity-sign-up')('of a foreign installation or address with the same key are invalid'),
      { file: 'server/auth/id-token.test.ts', title: 'a token of %s is refused' },
    ],
  },
  {
    attack: 'A key that was rotated out',
    outcome: 'An hour after its retirement, when its last token has ended, nothing it signs counts.',
    proofs: [
      attacks('a key that was rotated out an hour and a minute ago signs nothing that counts'),
      races('a retired key verifies its last tokens and signs no more'),
      keys('a key that was rotated out is refused once its last tokens have expired'),
      keys('a leaked key is refused at once; refresh tokens stay valid'),
      {
        file: 'server/auth/id-token.test.ts',
        title: 'a new key is accepted at once, a removed one is refused within ten minutes',
      },
    ],
  },
  {
    attack: 'A link in a mail that leads to a foreign site',
    outcome: 'No mail is sent: links lead to authorized domains, and a sign-in link never leaves https.',
    proofs: [mails('a link back to %s: %s'), links('sends no code in the clear from a store that has https')],
  },
  {
    attack: 'A name or picture in the token that deceives its readers',
    outcome:
      'The provider takes any text, as Firebase does. The store holds both to the rules of a profile at the exchange: the name is cleaned of line breaks, control characters and text directions and cut to 80 characters, a picture that is neither http(s) nor a path of the store is left out, and no sign-in is refused for it.',
    proofs: [
      profiles('of %s is cleaned'),
      profiles('%j becomes %j'),
      profiles('a token without usable values signs in, and fills no missing value later either'),
      profiles('refuses %j and names the field'),
    ],
  },
  {
    attack: 'A refresh token, or a sign-in, from before a password change',
    outcome:
      'Ended, within the same second too. The embedded provider notifies the store in the same transaction, so that the store’s own tokens are refused with 401 at once: after a reset by mail, a changed password or address, both "It was not me" links, a verification by the owner and a deleted account. Firebase sends no notification: there a store token of an older sign-in lasts until the owner’s next exchange, an hour at most.',
    proofs: [
      sessions('a new password ends every other session and answers fresh tokens for this one'),
      races('a changed password ends the older refresh tokens, not the new one'),
      races('a reset password ends the refresh tokens'),
      races('disabling and enabling ends the refresh tokens'),
      races('a sign-in by the old password loses against the change of it'),
      ended('when the password is reset by mail, verified or not'),
      ended('when the password is changed, but for the sign-in that changed it'),
      ended('when a change of address is taken back by "it was not me"'),
      ended('when a second factor is taken back by "it was not me"'),
      ended('when the owner of an address proves it to an account that a stranger registered'),
      ended('when the account is deleted at the provider alone'),
      tokens('a password change ends the other sign-ins at once, also for the exchange'),
    ],
  },
  {
    attack: 'A stolen ID token',
    outcome:
      'It changes no password, address, method or factor without a sign-in of the last five minutes. The last sign-in method cannot be removed, and the mailbox is notified of each that is added or removed.',
    proofs: [
      sessions('password, address and deletion require a sign-in of the last five minutes'),
      links('requires a sign-in of the last five minutes: a stolen token adds no permanent method'),
      linking('requires a sign-in of the last five minutes: a stolen token adds no permanent method'),
      phones('requires a sign-in of the last five minutes: a stolen token adds no permanent method'),
      totp('requires a verified address and a sign-in of the last five minutes'),
      phoneFactors('requires a sign-in of the last five minutes'),
      ways('requires a sign-in of the last five minutes: a stolen token removes no method'),
      ways('keeps the last one, and all of them if all were to be removed'),
      ways('of a method that was added, and of one that was removed, by its name'),
      ways('of a number that was added'),
      addresses('reverts two changes by a thief, and the link that the thief got by them'),
    ],
  },
  {
    attack: 'A sign-in from before the second factor',
    outcome:
      'Where the account has a second factor, a sign-in without it can change no sign-in method and delete no account.',
    proofs: [
      ways('does not change %s'),
      leaving('is refused to a recent sign-in that began before the factor was added'),
      ways('links no outside account'),
      recovery('to a sign-in that never passed the factor, and to one of more than five minutes ago'),
    ],
  },
]
