import type { Database } from '#database/open.ts'
import { digest } from '#embedded/identity/secrets.ts'
import type { Mail } from '#server/mail/outbox.ts'
import type { Acts, Mailbox } from './account-rules.ts'
import { codeIn, linkIn, NONCE, ORIGIN, type Reply, refresh, startIdentity } from './identity.ts'

/** The cheapest argon2id there is: what a password costs is not what is looked at here. */
const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * The identity provider as those use it who hold sessions and read mails, each known by its number. Every act
 * answers in the words of `AccountRules`. Worlds of different names may share a database.
 */
export async function openAccountWorld(name: string, shared?: { database: Database }) {
  const post: Mail[] = []
  let calls = 0
  const identity = await startIdentity({
    methods: ['password', 'google', 'emailLink'],
    passwordCost,
    sendMail: async (_db, mail) => {
      post.push(mail)
    },
    // each call comes from elsewhere, so that no limit is met
    trustedAddress: () => `${name} ${++calls}`,
    ...(shared ? { db: shared.database.db } : {}),
  })
  const { database } = shared ?? identity
  let sequence = 0
  let held: { idToken: string; refreshToken: string }[] = []
  let mails: { kind: string; code: string; mailbox: Mailbox }[] = []
  const addressOf = (mailbox: Mailbox) => `${mailbox}.${name}.${sequence}@example.com`
  const tokenOf = (session: number) => held[session]?.idToken

  async function accounts(call: string, body: object): Promise<string> {
    const reply = await identity.post(`v1/accounts:${call}`, { returnSecureToken: true, ...body })
    const { idToken, refreshToken } = reply.body
    if (idToken && refreshToken) held.push({ idToken: String(idToken), refreshToken: String(refreshToken) })
    return inWords(reply)
  }
  async function ask(kind: string, body: object): Promise<string> {
    post.length = 0
    const answer = await accounts('sendOobCode', { requestType: kind, ...body })
    const [mail] = post
    if (answer !== 'done' || !mail) return answer === 'done' ? 'no mail' : answer
    const code = linkIn(mail).searchParams.get('oobCode') ?? ''
    mails.push({ kind, code, mailbox: mail.to.startsWith('ann') ? 'ann' : 'bob' })
    return 'mailed'
  }
  /** Google's window posts what it vouches for: a mailbox whose code was typed there. */
  async function outside(mailbox: Mailbox, isProven: boolean, fields: object = {}): Promise<string> {
    const person = { nonce: NONCE, name: 'Somebody', email: addressOf(mailbox) }
    const proof = isProven ? await readCode(person.email) : {}
    const { body } = await identity.post('popup/grant', { ...person, ...proof })
    const postBody = new URLSearchParams({
      id_token: String(body.grant),
      providerId: 'google.com',
    }).toString()
    return accounts('signInWithIdp', { requestUri: ORIGIN, sessionId: NONCE, postBody, ...fields })
  }
  async function readCode(email: string) {
    post.length = 0
    const { body } = await identity.post('popup/code', { nonce: NONCE, email })
    return post[0] ? { codeId: body.codeId, code: codeIn(post[0]) } : {}
  }
  async function admin(act: 'disable' | 'enable', session: number): Promise<string> {
    const claims: { sub: string } = JSON.parse(
      Buffer.from(tokenOf(session)?.split('.')[1] ?? '', 'base64url').toString(),
    )
    await identity.admin[act](claims.sub)
    return 'done'
  }

  const acts: Acts = {
    wait(seconds) {
      identity.clock.advance(seconds)
      return 'done'
    },
    signUp: (mailbox, password) => accounts('signUp', { email: addressOf(mailbox), password }),
    signIn: (mailbox, password) => accounts('signInWithPassword', { email: addressOf(mailbox), password }),
    signInOutside: outside,
    linkOutside: (session, mailbox, isProven) => outside(mailbox, isProven, { idToken: tokenOf(session) }),
    unlink: (session, provider) =>
      accounts('update', { idToken: tokenOf(session), deleteProvider: [provider] }),
    setPassword: (session, password) => accounts('update', { idToken: tokenOf(session), password }),
    setAddress: (session, mailbox) =>
      accounts('update', { idToken: tokenOf(session), email: addressOf(mailbox) }),
    disable: (session) => admin('disable', session),
    enable: (session) => admin('enable', session),
    remove: (session) => accounts('delete', { idToken: tokenOf(session) }),
    async refresh(session) {
      const reply = await refresh(identity, held[session]?.refreshToken)
      const holder = held[session]
      if (reply.status === 200 && holder) holder.idToken = String(reply.body.id_token)
      return reply.status === 200 ? 'refreshed' : inWords(reply)
    },
    askReset: (mailbox) => ask('PASSWORD_RESET', { email: addressOf(mailbox) }),
    askLink: (mailbox) => ask('EMAIL_SIGNIN', { email: addressOf(mailbox), continueUrl: ORIGIN }),
    askVerification: (session) => ask('VERIFY_EMAIL', { idToken: tokenOf(session) }),
    async openMail(at, newPassword, session) {
      const { kind, code: oobCode, mailbox = 'ann' } = mails[at] ?? {}
      if (kind === 'PASSWORD_RESET') return accounts('resetPassword', { oobCode, newPassword })
      if (kind === 'VERIFY_EMAIL') return accounts('update', { oobCode })
      const idToken = session === undefined ? {} : { idToken: tokenOf(session) }
      return accounts('signInWithEmailLink', { oobCode, email: addressOf(mailbox), ...idToken })
    },
  }
  return {
    acts,
    database,
    close: () => identity.close(),
    /** Mailboxes nobody has used: the next sequence begins with nothing. */
    begin() {
      sequence += 1
      held = []
      mails = []
    },
    /** Every account there is, by mailbox, and which sessions still give fresh tokens. */
    async remains() {
      const accounts = await database.pool.query(
        `select split_part(email, '.', 1) as mailbox, email_verified as "isProven", email_link as "hasMailedLink",
           password_hash is not null as "hasPassword", disabled_at is not null as "isDisabled",
           exists (select from identity.user_providers where user_id = id) as "hasOutsider"
         from identity.users where email = any($1) order by email`,
        [[addressOf('ann'), addressOf('bob')]],
      )
      const standing = await database.pool.query<{ token_hash: string }>(
        `select token_hash from identity.sessions join identity.users on users.id = user_id
         where token_hash = any($1) and revoked_at is null and auth_time >= valid_since and disabled_at is null`,
        [held.map(({ refreshToken }) => digest(refreshToken))],
      )
      const hashes = new Set(standing.rows.map(({ token_hash }) => token_hash))
      return {
        accounts: accounts.rows,
        sessions: held.map(({ refreshToken }) => hashes.has(digest(refreshToken))),
      }
    },
  }
}
export type AccountWorld = Awaited<ReturnType<typeof openAccountWorld>>

function inWords({ status, body }: Reply): string {
  if (status !== 200) {
    const { error } = body as { error?: { message?: string } }
    return error?.message?.split(' : ')[0] ?? `status ${status}`
  }
  if (body.needConfirmation) return 'needs confirmation'
  if (body.errorMessage) return String(body.errorMessage)
  return body.idToken ? 'signed in' : 'done'
}
