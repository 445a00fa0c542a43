/*
 * A model of the rules of accounts. Each action returns its outcome or throws an `ExpectedError` with its code;
 * `identity-model.test.ts` compares the identity provider with it.
 */
export type Mailbox = 'ann' | 'bob'
type Account = {
  /** Absent once another account recovered the address, which this one had not verified. */
  mailbox?: Mailbox | undefined
  isVerified: boolean
  password?: string
  hasMailedLink?: boolean
  /** The person at Google who is linked. */
  googleAccount?: string
  isDisabled?: boolean
  isGone?: boolean
}
/** `isRevoked`: cannot be refreshed; `isVoid`: its current tokens are rejected, too. */
type Session = { account: Account; signedInAt: number; isRevoked?: boolean; isVoid?: boolean }
/** `from`: the address that the account must still have; absent for `link` and `recover`, which do not check it. */
type Mail = {
  kind: 'reset' | 'verify' | 'link' | 'change' | 'recover'
  account?: Account
  from?: Mailbox | undefined
  mailbox: Mailbox
  isSpent?: boolean
}

export class AccountRules {
  readonly accounts: Account[] = []
  readonly sessions: Session[] = []
  readonly mails: Mail[] = []
  private now = 0

  wait(seconds: number) {
    this.now += seconds
    return 'done'
  }

  signUp(mailbox: Mailbox, password: string) {
    rejectIf(this.ownerOf(mailbox), 'EMAIL_EXISTS')
    return this.openSession(this.createAccount({ mailbox, password, isVerified: false }))
  }
  signIn(mailbox: Mailbox, password: string) {
    const owner = this.ownerOf(mailbox)
    rejectIf(owner?.password !== password, 'INVALID_LOGIN_CREDENTIALS')
    return this.openUnlessDisabled(owner)
  }
  /** `isVerified`: whether Google verified the mailbox; an unverified person at Google is a new one each time. */
  signInWithGoogle(mailbox: Mailbox, isVerified: boolean) {
    const googleAccount = isVerified ? mailbox : `unverified ${this.sessions.length}`
    const linked = this.linkedTo(googleAccount)
    const owner = this.ownerOf(mailbox)
    if (!linked && owner && !isVerified) return 'needs confirmation'
    rejectIf((linked ?? owner)?.isDisabled, 'USER_DISABLED')
    const account = linked ?? owner ?? this.createAccount({ mailbox, isVerified })
    if (!linked && isVerified) this.takeOver(account)
    account.googleAccount = googleAccount
    return this.openSession(account)
  }
  linkGoogle(session: number, mailbox: Mailbox, isVerified: boolean) {
    const account = this.admitRecent(session)
    const googleAccount = isVerified ? mailbox : `unverified ${this.sessions.length}`
    rejectIf(this.linkedTo(googleAccount), 'FEDERATED_USER_ID_ALREADY_LINKED')
    rejectIf(this.isTaken(mailbox, account), 'EMAIL_EXISTS')
    account.googleAccount = googleAccount
    return this.openSession(account)
  }
  /** Every sign-in method can be removed while there is an address: the owner can still sign in by a mailed link. */
  unlink(session: number, provider: 'password' | 'google.com') {
    const account = this.admitRecent(session)
    if (provider === 'google.com') {
      rejectIf(account.googleAccount && !account.mailbox, 'OPERATION_NOT_ALLOWED')
      account.googleAccount = undefined
    } else Object.assign(account, { password: undefined, hasMailedLink: false })
    return 'done'
  }
  setPassword(session: number, password: string) {
    rejectIf(!this.admit(session).mailbox, 'MISSING_EMAIL')
    const account = this.admitRecent(session)
    account.password = password
    this.endSessions(account)
    return this.openSession(account)
  }
  /** A new address is unverified until the link mailed to it is opened. */
  setAddress(session: number, mailbox: Mailbox) {
    if (this.admit(session).mailbox === mailbox) return 'done'
    const account = this.admitRecent(session)
    this.setMailbox(account, { mailbox, isVerified: false })
    return this.openSession(account)
  }
  disable(session: number) {
    const { account } = this.sessionAt(session)
    account.isDisabled = true
    for (const one of this.sessionsOf(account)) one.isRevoked = true
    this.spend('change', account)
    return 'done'
  }
  /** Sessions from before the account was disabled stay ended. */
  enable(session: number) {
    const { account } = this.sessionAt(session)
    if (account.isDisabled) this.endSessions(account)
    account.isDisabled = false
    return 'done'
  }
  remove(session: number) {
    this.admitRecent(session).isGone = true
    return 'done'
  }
  refresh(session: number) {
    const { account, isRevoked } = this.sessionAt(session)
    rejectIf(account.isGone, 'USER_NOT_FOUND')
    rejectIf(account.isDisabled, 'USER_DISABLED')
    rejectIf(isRevoked, 'TOKEN_EXPIRED')
    return 'refreshed'
  }

  requestReset(mailbox: Mailbox) {
    const account = this.ownerOf(mailbox)
    return account && !account.isDisabled
      ? this.mail({ kind: 'reset', account, from: mailbox, mailbox })
      : 'no mail'
  }
  requestLink(mailbox: Mailbox) {
    return this.mail({ kind: 'link', mailbox })
  }
  requestVerification(session: number) {
    const account = this.admit(session)
    const { mailbox } = account
    if (!mailbox) throw new ExpectedError('MISSING_EMAIL')
    return this.mail({ kind: 'verify', account, from: mailbox, mailbox })
  }
  /** An address that already has an account gets no mail. */
  requestChange(session: number, mailbox: Mailbox) {
    const account = this.admitRecent(session)
    if (this.ownerOf(mailbox)) return 'no mail'
    return this.mail({ kind: 'change', account, from: account.mailbox, mailbox })
  }
  /** A sign-in link that is opened with a session links its mailbox to the session’s account. */
  openMail(at: number, password: string, session?: number) {
    const mail = required(this.mails[at])
    const { kind, account, from, mailbox } = mail
    rejectIf(mail.isSpent || account?.isGone, 'INVALID_OOB_CODE')
    if (!account) {
      return session === undefined ? this.signInByLink(mailbox) : this.linkMailbox(mailbox, session)
    }
    rejectIf(account.isDisabled, 'USER_DISABLED')
    if (kind === 'recover') return this.recover(account, mail)
    rejectIf(account.mailbox !== from, 'INVALID_OOB_CODE')
    if (kind === 'change') this.setMailbox(account, { mailbox, isVerified: true })
    if (kind === 'reset') this.reset(account, password)
    mail.isSpent = true
    account.isVerified = true
    return 'done'
  }
  private reset(account: Account, password: string) {
    this.takeOver(account)
    this.endSessions(account)
    this.spend('reset', account)
    account.password = password
  }
  /** Reverts a change of address and all later ones. An account that holds the address unverified loses it. */
  private recover(account: Account, mail: Mail) {
    const owner = this.ownerOf(mail.mailbox)
    rejectIf(owner?.isVerified && owner !== account, 'EMAIL_EXISTS')
    if (owner && owner !== account) {
      Object.assign(owner, { mailbox: undefined, password: undefined })
      this.endSessions(owner)
    }
    const later = this.mails.slice(this.mails.indexOf(mail))
    this.spend('recover', account, later)
    Object.assign(account, { mailbox: mail.mailbox, isVerified: true, hasMailedLink: false })
    this.endSessions(account)
    return 'done'
  }
  private signInByLink(mailbox: Mailbox) {
    const owner = this.ownerOf(mailbox)
    rejectIf(owner?.isDisabled, 'USER_DISABLED')
    const account = owner ?? this.createAccount({ mailbox, isVerified: true })
    this.takeOver(account)
    return this.openByLink(account)
  }
  private linkMailbox(mailbox: Mailbox, session: number) {
    const account = this.admitRecent(session)
    if (account.mailbox !== mailbox) this.setMailbox(account, { mailbox, isVerified: true })
    account.isVerified = true
    return this.openByLink(account)
  }
  private openByLink(account: Account) {
    account.hasMailedLink = true
    for (const mail of this.mails) {
      if (mail.kind === 'link' && mail.mailbox === account.mailbox) mail.isSpent = true
    }
    return this.openSession(account)
  }

  /**
   * The owner of the mailbox verifies the account by a sign-in or a reset: its codes, sessions, password and linked
   * person at Google from before no longer work. A verification mail only marks the account as verified.
   */
  private takeOver(account: Account) {
    if (account.isVerified) return
    Object.assign(account, { isVerified: true, password: undefined, googleAccount: undefined })
    for (const mail of this.mails) if (mail.account === account) mail.isSpent = true
    this.endSessions(account)
  }
  /** The owner of a verified old address can revert the change. */
  private setMailbox(account: Account, { mailbox, isVerified }: { mailbox: Mailbox; isVerified: boolean }) {
    rejectIf(this.isTaken(mailbox, account), 'EMAIL_EXISTS')
    if (account.mailbox && account.isVerified)
      this.mail({ kind: 'recover', account, mailbox: account.mailbox })
    Object.assign(account, { mailbox, isVerified, hasMailedLink: false })
    this.endSessions(account)
  }
  private sessionAt(session: number) {
    return required(this.sessions[session])
  }
  private admit(session: number) {
    const { account, isVoid } = this.sessionAt(session)
    rejectIf(account.isGone, 'USER_NOT_FOUND')
    rejectIf(isVoid, 'TOKEN_EXPIRED')
    rejectIf(account.isDisabled, 'USER_DISABLED')
    return account
  }
  /** Actions that a stolen token alone must not allow require a sign-in of the last five minutes. */
  private admitRecent(session: number) {
    const account = this.admit(session)
    rejectIf(this.now - this.sessionAt(session).signedInAt > 300, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    return account
  }
  private createAccount(account: Account) {
    this.accounts.push(account)
    return account
  }
  private openSession(account: Account) {
    this.sessions.push({ account, signedInAt: this.now })
    return 'signed in'
  }
  private openUnlessDisabled(account: Account | undefined) {
    rejectIf(account?.isDisabled, 'USER_DISABLED')
    return account ? this.openSession(account) : ''
  }
  /** Ending the sessions also voids pending changes of address. */
  private endSessions(account: Account) {
    for (const session of this.sessionsOf(account)) Object.assign(session, { isRevoked: true, isVoid: true })
    this.spend('change', account)
  }
  private spend(kind: Mail['kind'], account: Account, mails = this.mails) {
    for (const mail of mails) if (mail.kind === kind && mail.account === account) mail.isSpent = true
  }
  private mail(mail: Mail) {
    this.mails.push(mail)
    return 'mailed'
  }
  private ownerOf(mailbox: Mailbox) {
    return this.accounts.find((account) => account.mailbox === mailbox && !account.isGone)
  }
  private linkedTo(googleAccount: string) {
    return this.accounts.find((account) => account.googleAccount === googleAccount && !account.isGone)
  }
  private isTaken(mailbox: Mailbox, except: Account) {
    const owner = this.ownerOf(mailbox)
    return owner !== undefined && owner !== except
  }
  private sessionsOf(account: Account) {
    return this.sessions.filter((session) => session.account === account)
  }
}

/** The actions of the model, carried out by the provider. */
export type AccountActions = {
  [Action in Exclude<keyof AccountRules, 'accounts' | 'sessions' | 'mails'>]: (
    ...parameters: Parameters<AccountRules[Action]>
  ) => string | Promise<string>
}

export class ExpectedError extends Error {}

function required<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('no session or mail has this index')
  return one
}

function rejectIf(when: unknown, code: string): void {
  if (when) throw new ExpectedError(code)
}
