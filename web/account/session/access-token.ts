import { isUsable, type Persistence, readToken, type Storages, saveToken } from './stored-token.ts'

/** The identity provider's client, as far as an exchange needs it. */
type Identity = {
  user(): { uid: string; email: string | null } | undefined
  idToken(refresh: boolean): Promise<string>
}

export type AccessTokenDeps<Account> = {
  identity(): Promise<Identity>
  /** `PUT /user/{email}`: exchanges an ID token for the store's own token. */
  requestToken(email: string, idToken: string): Promise<{ token: string; user: Account }>
  /** The uid signed in here; null when nobody is; undefined while that is not known. */
  signedInUid(): string | null | undefined
  /** Called after each exchange with the store's view of the account and the uid it belongs to. */
  onExchanged(account: Account, uid: string): void
  storages(): Storages
  now(): number
}

type ExchangeOptions = { refresh: boolean; persistence?: Persistence }

/** With less than this left, a token is renewed in the background, so that no call has to wait for it. */
const RENEW_AHEAD_MS = 6 * 60_000

/** The store's access token: read, renewed before it ends, by one exchange at a time however many calls ask. */
export function createAccessTokens<Account>(deps: AccessTokenDeps<Account>) {
  let running: Promise<string | null> | undefined

  function stored() {
    const uid = deps.signedInUid()
    const found = readToken(deps.storages())
    return uid === undefined || found?.uid === uid ? found : undefined
  }

  async function runExchange({ refresh, persistence }: ExchangeOptions): Promise<string | null> {
    const identity = await deps.identity()
    const user = identity.user()
    if (!user?.email) return null
    const { token, user: account } = await deps.requestToken(user.email, await identity.idToken(refresh))
    // Another account may have signed in, or this one out, while the response was on its way.
    if (identity.user()?.uid !== user.uid) return null
    saveToken(token, persistence ?? stored()?.persistence ?? 'local', deps.storages())
    deps.onExchanged(account, user.uid)
    return token
  }

  function exchange(options: ExchangeOptions): Promise<string | null> {
    running ??= runExchange(options).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    /** The token to send now, or null when nobody is known to be signed in. Throws when a needed exchange fails. */
    async current(): Promise<string | null> {
      const found = stored()
      if (found && isUsable(found, deps.now())) return found.token
      if (!found && !deps.signedInUid()) return null
      // A token ends with the ID token it came from at the latest, so an ended one needs a new ID token.
      return exchange({ refresh: found !== undefined })
    },

    /** A token to replace one that the store refused. Null when nobody is signed in any more. */
    renew: (): Promise<string | null> => exchange({ refresh: true }),

    /** Renews the token where little time is left. */
    async renewAhead(): Promise<void> {
      const found = stored()
      if (found && found.expiresAt - deps.now() > RENEW_AHEAD_MS) return
      await exchange({ refresh: false })
    },

    /** The exchange of a new sign-in. One that runs already is for an older sign-in: it is awaited, not shared. */
    async exchangeAfterSignIn(persistence: Persistence): Promise<void> {
      await running?.catch(() => null)
      await exchange({ refresh: false, persistence })
    },
  }
}
