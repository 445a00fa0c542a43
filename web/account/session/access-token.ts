import { isUsable, type Keep, readToken, type Shelves, saveToken } from './stored-token.ts'

/** The identity provider's client, as far as a trade needs it. */
type Identity = {
  user(): { uid: string; email: string | null } | undefined
  idToken(refresh: boolean): Promise<string>
}

export type AccessTokenDeps<Account> = {
  identity(): Promise<Identity>
  /** `PUT /user/{email}`: an ID token for the store's own token. */
  exchange(email: string, idToken: string): Promise<{ token: string; user: Account }>
  /** The uid signed in here; null when nobody is; undefined while that is not known. */
  signedInUid(): string | null | undefined
  /** The store's view of the account, told at each trade with the uid it belongs to. */
  traded(account: Account, uid: string): void
  shelves(): Shelves
  now(): number
}

type TradeOptions = { refresh: boolean; keep?: Keep }

/** With less than this left, a token is traded in the background, so that no call has to wait for it. */
const AHEAD_MS = 6 * 60_000

/** The store's access token: read, traded before it ends, one trade at a time however many calls ask. */
export function createAccessTokens<Account>(deps: AccessTokenDeps<Account>) {
  let running: Promise<string | null> | undefined

  function stored() {
    const uid = deps.signedInUid()
    const found = readToken(deps.shelves())
    return uid === undefined || found?.uid === uid ? found : undefined
  }

  async function run({ refresh, keep }: TradeOptions): Promise<string | null> {
    const identity = await deps.identity()
    const user = identity.user()
    if (!user?.email) return null
    const { token, user: account } = await deps.exchange(user.email, await identity.idToken(refresh))
    // Somebody else may have signed in, or this person out, while the answer was on its way.
    if (identity.user()?.uid !== user.uid) return null
    saveToken(token, keep ?? stored()?.keep ?? 'local', deps.shelves())
    deps.traded(account, user.uid)
    return token
  }

  function trade(options: TradeOptions): Promise<string | null> {
    running ??= run(options).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    /** The token to send now, or null when nobody is known to be signed in. Throws when a needed trade fails. */
    async current(): Promise<string | null> {
      const found = stored()
      if (found && isUsable(found, deps.now())) return found.token
      if (!found && !deps.signedInUid()) return null
      // A token ends with the ID token it came from at the latest, so an ended one needs a new ID token.
      return trade({ refresh: found !== undefined })
    },

    /** A token to replace one that the store refused. Null when nobody is signed in any more. */
    renew: (): Promise<string | null> => trade({ refresh: true }),

    /** Trades ahead of time where little is left. */
    async keepFresh(): Promise<void> {
      const found = stored()
      if (found && found.expiresAt - deps.now() > AHEAD_MS) return
      await trade({ refresh: false })
    },

    /** The trade of a sign-in that has just happened; an older one under way is awaited first, not joined. */
    async tradeAnew(keep: Keep): Promise<void> {
      await running?.catch(() => null)
      await trade({ refresh: false, keep })
    },
  }
}
