import type { Database } from '#database/open.ts'
import { digest } from '#embedded/identity/tokens/secrets.ts'
import type { Mail } from '#server/mail/outbox.ts'
import type { Acts, Mailbox } from './account-rules.ts'
import { codeIn, NONCE, ORIGIN, type Reply, refresh, startIdentity } from './identity.ts'

/**
 * The identity provider as those use it who hold sessions and read mails, each known by its number. Every act
 * answers in the words of `AccountRules`. Worlds of different names may share a database.
 */
export async function openAccountWorld(name: string, shared?: { database: Database }) {
  const post: Mail[] = []
  let calls = 0
  const identity = await startIdentity({
    methods: ['password', 'google', 'emailLink'],
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
  let mails: { mode: string; code: string; mailbox: Mailbox }[] = []
  const addressOf = (mailbox: Mailbox) => `${mailbox}.${name}.${sequence}@example.com`
  const tokenOf = (session: number) => held[session]?.idToken

  async function accounts(call: string, body: object): Promise<string> {
    const reply = await identity.post(`v1/accounts:${call}`, { returnSecureToken: true, ...body })
    const { idToken, refreshToken } = reply.body
    if (idToken && refreshToken) held.push({ idToken: String(idToken), refreshToken: String(refreshToken) })
    // what was written before a refusal never leaves
    const sent = post.splice(0)
    if (reply.status === 200) mails.push(...sent.flatMap(readLink))
    return inWords(reply)
  }
  async function ask(requestType: string, body: object): Promise<string> {
    const before = mails.length
    const answer = await accounts('sendOobCode', { requestType, ...body })
    if (answer !== 'done') return answer
    return mails.length > before ? 'mailed' : 'no mail'
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
    const { body } = await identity.post('popup/code', { nonce: NONCE, email })
    const [mail] = post.splice(0)
    return mail ? { codeId: body.codeId, code: codeIn(mail) } : {}
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
    askChange: (session, mailbox) =>
      ask('VERIFY_AND_CHANGE_EMAIL', { idToken: tokenOf(session), newEmail: addressOf(mailbox) }),
    async openMail(at, newPassword, session) {
      const { mode, code: oobCode, mailbox = 'ann' } = mails[at] ?? {}
      if (mode === 'resetPassword') return accounts('resetPassword', { oobCode, newPassword })
      if (mode !== 'signIn') return accounts('update', { oobCode })
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
    /** How many sessions there were, and whose mailbox each mail went to. */
    soFar: () => ({ sessions: held.length, mails: mails.map(({ mailbox }) => mailbox) }),
    /** All that belongs to the account with this address, and which sessions stand in it. */
    async belongings(mailbox: Mailbox) {
      const { rows } = await database.pool.query<{ id: string; standing: string[] }>(
        `select id, email_verified, password_hash, email_link,
           array(select provider_id || ' ' || raw_id from identity.user_providers where user_id = id) as outsiders,
           array(select token_hash from identity.sessions where user_id = id and revoked_at is null
             and auth_time >= valid_since) as standing
         from identity.users where email = $1`,
        [addressOf(mailbox)],
      )
      return rows.map(({ standing, ...rest }) => ({
        ...rest,
        sessions: held.flatMap(({ refreshToken }, at) =>
          standing.includes(digest(refreshToken)) ? [at] : [],
        ),
      }))
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

/** The link in a mail that has one, and whose it is. */
function readLink({ to, text }: Mail) {
  const link = /https?:\/\/\S+oobCode=\S+/.exec(text)
  if (!link) return []
  const { searchParams } = new URL(link[0])
  const mailbox: Mailbox = to.startsWith('ann') ? 'ann' : 'bob'
  return [{ mode: searchParams.get('mode') ?? '', code: searchParams.get('oobCode') ?? '', mailbox }]
}

function inWords({ status, body }: Reply): string {
  if (status !== 200) {
    const { error } = body as { error?: { message?: string } }
    return error?.message?.split(' : ')[0] ?? `status ${status}`
  }
  if (body.needConfirmation) return 'needs confirmation'
  if (body.errorMessage) return String(body.errorMessage)
  return body.idToken ? 'signed in' : 'done'
}
