import type { Database } from '#database/open.ts'
import { digest } from '#embedded/identity/tokens/secrets.ts'
import type { Mail } from '#server/platform/mail/write-mail.ts'
import type { AccountActions, Mailbox } from './account-rules.ts'
import { codeIn, NONCE, ORIGIN, type Reply, refresh, startIdentity } from './identity.ts'

/**
 * The identity provider with the actions of `AccountRules`, which have the same outcomes there. Sessions and mails
 * are identified by their index. Fixtures of different names may share a database.
 */
export async function openAccountFixture(name: string, shared?: { database: Database }) {
  const unread: Mail[] = []
  let calls = 0
  const identity = await startIdentity({
    methods: ['password', 'google', 'emailLink'],
    sendMail: async (_db, mail) => {
      unread.push(mail)
    },
    // Every call has another client address, so that no limit per IP address is reached.
    trustedIpAddress: () => `${name} ${++calls}`,
    ...(shared ? { db: shared.database.db } : {}),
  })
  const { database } = shared ?? identity
  let sequence = 0
  let tokens: { idToken: string; refreshToken: string }[] = []
  let mails: { mode: string; code: string; mailbox: Mailbox }[] = []
  const addressOf = (mailbox: Mailbox) => `${mailbox}.${name}.${sequence}@example.com`
  const tokenOf = (session: number) => tokens[session]?.idToken

  async function accounts(call: string, body: object): Promise<string> {
    const reply = await identity.post(`v1/accounts:${call}`, { returnSecureToken: true, ...body })
    const { idToken, refreshToken } = reply.body
    if (idToken && refreshToken) tokens.push({ idToken: String(idToken), refreshToken: String(refreshToken) })
    // Mails of a rejected call are rolled back.
    const sent = unread.splice(0)
    if (reply.status === 200) mails.push(...sent.flatMap(readLink))
    return outcomeOf(reply)
  }
  async function requestMail(requestType: string, body: object): Promise<string> {
    const before = mails.length
    const outcome = await accounts('sendOobCode', { requestType, ...body })
    if (outcome !== 'done') return outcome
    return mails.length > before ? 'mailed' : 'no mail'
  }
  /** Signs in with Google. `isVerified`: whether the code mailed to the address is entered. */
  async function signInAtGoogle(mailbox: Mailbox, isVerified: boolean, fields: object = {}): Promise<string> {
    const person = { nonce: NONCE, name: 'Test Person', email: addressOf(mailbox) }
    const proof = isVerified ? await requestCode(person.email) : {}
    const { body } = await identity.post('popup/grant', { ...person, ...proof })
    const postBody = new URLSearchParams({
      id_token: String(body.grant),
      providerId: 'google.com',
    }).toString()
    return accounts('signInWithIdp', { requestUri: ORIGIN, sessionId: NONCE, postBody, ...fields })
  }
  async function requestCode(email: string) {
    const { body } = await identity.post('popup/code', { nonce: NONCE, email })
    const [mail] = unread.splice(0)
    return mail ? { codeId: body.codeId, code: codeIn(mail) } : {}
  }
  async function admin(action: 'disable' | 'enable', session: number): Promise<string> {
    const claims: { sub: string } = JSON.parse(
      Buffer.from(tokenOf(session)?.split('.')[1] ?? '', 'base64url').toString(),
    )
    await identity.admin[action](claims.sub)
    return 'done'
  }

  const actions: AccountActions = {
    wait(seconds) {
      identity.clock.advance(seconds)
      return 'done'
    },
    signUp: (mailbox, password) => accounts('signUp', { email: addressOf(mailbox), password }),
    signIn: (mailbox, password) => accounts('signInWithPassword', { email: addressOf(mailbox), password }),
    signInWithGoogle: signInAtGoogle,
    linkGoogle: (session, mailbox, isVerified) =>
      signInAtGoogle(mailbox, isVerified, { idToken: tokenOf(session) }),
    unlink: (session, provider) =>
      accounts('update', { idToken: tokenOf(session), deleteProvider: [provider] }),
    setPassword: (session, password) => accounts('update', { idToken: tokenOf(session), password }),
    setAddress: (session, mailbox) =>
      accounts('update', { idToken: tokenOf(session), email: addressOf(mailbox) }),
    disable: (session) => admin('disable', session),
    enable: (session) => admin('enable', session),
    remove: (session) => accounts('delete', { idToken: tokenOf(session) }),
    async refresh(session) {
      const reply = await refresh(identity, tokens[session]?.refreshToken)
      const current = tokens[session]
      if (reply.status === 200 && current) current.idToken = String(reply.body.id_token)
      return reply.status === 200 ? 'refreshed' : outcomeOf(reply)
    },
    requestReset: (mailbox) => requestMail('PASSWORD_RESET', { email: addressOf(mailbox) }),
    requestLink: (mailbox) => requestMail('EMAIL_SIGNIN', { email: addressOf(mailbox), continueUrl: ORIGIN }),
    requestVerification: (session) => requestMail('VERIFY_EMAIL', { idToken: tokenOf(session) }),
    requestChange: (session, mailbox) =>
      requestMail('VERIFY_AND_CHANGE_EMAIL', { idToken: tokenOf(session), newEmail: addressOf(mailbox) }),
    async openMail(at, newPassword, session) {
      const { mode, code: oobCode, mailbox = 'ann' } = mails[at] ?? {}
      if (mode === 'resetPassword') return accounts('resetPassword', { oobCode, newPassword })
      if (mode !== 'signIn') return accounts('update', { oobCode })
      const idToken = session === undefined ? {} : { idToken: tokenOf(session) }
      return accounts('signInWithEmailLink', { oobCode, email: addressOf(mailbox), ...idToken })
    },
  }
  return {
    actions,
    database,
    close: () => identity.close(),
    /** Starts a sequence with unused mailboxes, no sessions and no mails. */
    begin() {
      sequence += 1
      tokens = []
      mails = []
    },
    /** The number of sessions, and the mailbox to which each mail went. */
    soFar: () => ({ sessions: tokens.length, mails: mails.map(({ mailbox }) => mailbox) }),
    /** How the account with this address can be signed in to, and which sessions it has. */
    async accountData(mailbox: Mailbox) {
      const { rows } = await database.pool.query<{ id: string; active: string[] }>(
        `select id, email_verified, password_hash, email_link,
           array(select provider_id || ' ' || raw_id from identity.user_providers where user_id = id) as providers,
           array(select token_hash from identity.sessions where user_id = id and revoked_at is null
             and auth_time >= valid_since) as active
         from identity.users where email = $1`,
        [addressOf(mailbox)],
      )
      return rows.map(({ active, ...rest }) => ({
        ...rest,
        sessions: tokens.flatMap(({ refreshToken }, at) =>
          active.includes(digest(refreshToken)) ? [at] : [],
        ),
      }))
    },
    /** The accounts with a mailbox of the sequence, and which sessions can still be refreshed. */
    async readState() {
      const accounts = await database.pool.query(
        `select split_part(email, '.', 1) as mailbox, email_verified as "isVerified", email_link as "hasMailedLink",
           password_hash is not null as "hasPassword", disabled_at is not null as "isDisabled",
           exists (select from identity.user_providers where user_id = id) as "hasGoogle"
         from identity.users where email = any($1) order by email`,
        [[addressOf('ann'), addressOf('bob')]],
      )
      const active = await database.pool.query<{ token_hash: string }>(
        `select token_hash from identity.sessions join identity.users on users.id = user_id
         where token_hash = any($1) and revoked_at is null and auth_time >= valid_since and disabled_at is null`,
        [tokens.map(({ refreshToken }) => digest(refreshToken))],
      )
      const hashes = new Set(active.rows.map(({ token_hash }) => token_hash))
      return {
        accounts: accounts.rows,
        sessions: tokens.map(({ refreshToken }) => hashes.has(digest(refreshToken))),
      }
    },
  }
}
export type AccountFixture = Awaited<ReturnType<typeof openAccountFixture>>

/** The code and mode of the link in a mail, and its mailbox; nothing without a link. */
function readLink({ to, text }: Mail) {
  const link = /https?:\/\/\S+oobCode=\S+/.exec(text)
  if (!link) return []
  const { searchParams } = new URL(link[0])
  const mailbox: Mailbox = to.startsWith('ann') ? 'ann' : 'bob'
  return [{ mode: searchParams.get('mode') ?? '', code: searchParams.get('oobCode') ?? '', mailbox }]
}

function outcomeOf({ status, body }: Reply): string {
  if (status !== 200) {
    const { error } = body as { error?: { message?: string } }
    return error?.message?.split(' : ')[0] ?? `status ${status}`
  }
  if (body.needConfirmation) return 'needs confirmation'
  if (body.errorMessage) return String(body.errorMessage)
  return body.idToken ? 'signed in' : 'done'
}
