import type { webcrypto } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { SigningKeyRow } from '#database/rows.ts'
import { ID_TOKEN_SECONDS, secondsAfter } from './lifetimes.ts'
import { newSecret } from './secrets.ts'

type SigningKey = {
  kid: string
  privateKey: webcrypto.CryptoKey
  publicKey: webcrypto.CryptoKey
  publicJwk: PublicJwk
  signsFrom: Date
  retiredAt: Date | null
}
type PublicJwk = { kty: string; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' }

export type SigningKeys = {
  /** The key that signs now. */
  current(): Promise<SigningKey>
  /** The public key of this id, while tokens signed by it may still be valid. */
  find(kid: string | undefined): Promise<SigningKey | undefined>
  all(): Promise<SigningKey[]>
}

const KEEP_SECONDS = 60
/**
 * A new key is published this long before it signs: longer than an instance keeps its list, and than a reader of the
 * published one may keep his.
 */
const PUBLISH_SECONDS = 600

/**
 * The installation's signing keys: made once, shared by every instance, re-read each minute. The first call loads
 * them; later ones never wait, since a caller whose transaction holds a connection must not need another.
 */
export function createSigningKeys({ db, now }: { db: Db; now: () => Date }): SigningKeys {
  let kept: { keys: SigningKey[]; until: Date } | undefined
  let loading: Promise<SigningKey[]> | undefined

  function load(): Promise<SigningKey[]> {
    loading ??= loadKeys(db, now())
      .then((keys) => {
        kept = { keys, until: secondsAfter(now(), KEEP_SECONDS) }
        return keys
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  async function all(): Promise<SigningKey[]> {
    if (!kept) return load()
    // a failure leaves the keys there are, and the next call tries again
    if (kept.until <= now()) load().catch(() => {})
    return kept.keys
  }

  return {
    all,
    async current() {
      const at = now()
      const keys = await all()
      const due = keys.filter(({ signsFrom }) => signsFrom <= at)
      // the oldest, where the clock of the instance that made it is ahead
      const signing = due.find(({ retiredAt }) => !retiredAt || retiredAt > at) ?? due[0] ?? keys.at(-1)
      if (!signing) throw new Error('no signing key')
      return signing
    },
    async find(kid) {
      return (await all()).find((key) => key.kid === kid)
    },
  }
}

/**
 * Makes a new key. It signs in ten minutes, when every instance knows it; the one before signs until then, and its
 * tokens stay good for the hour they live: no user is signed out. Returns when the new one signs, also where one waits
 * already. Of a `leaked` key nothing is good any more: the new one signs at once, and people sign in again.
 */
export function rotateSigningKey(
  db: Db,
  { at, leaked = false }: { at: Date; leaked?: boolean },
): Promise<Date> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx)
    if (leaked) {
      await trx.deleteFrom('identity.signing_keys').execute()
      await makeKey(trx, { at, signsFrom: at })
      return at
    }
    const [waiting] = (await readRows(trx, at)).filter((row) => row.signs_from > at)
    if (waiting) return waiting.signs_from
    const signsFrom = secondsAfter(at, PUBLISH_SECONDS)
    await trx
      .updateTable('identity.signing_keys')
      .set({ retired_at: signsFrom })
      .where('retired_at', 'is', null)
      .execute()
    await makeKey(trx, { at, signsFrom })
    return signsFrom
  })
}

/** Forgets keys whose last tokens have long run out. */
export async function forgetRetiredKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('identity.signing_keys').where('retired_at', '<', before).execute()
}

/** Usable keys, the signing one first; makes the first one. */
async function loadKeys(db: Db, at: Date): Promise<SigningKey[]> {
  const rows = await readRows(db, at)
  if (rows[0]?.retired_at !== null) {
    await inTransaction(db, async (trx) => {
      await takeTurn(trx)
      const [newest] = await readRows(trx, at)
      if (newest?.retired_at !== null) await makeKey(trx, { at, signsFrom: at })
    })
    return loadKeys(db, at)
  }
  return Promise.all(rows.map(importKey))
}

async function takeTurn(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`.execute(trx)
}

function readRows(db: Db, at: Date) {
  // another instance's clock may be a little ahead
  const stillTrusted = secondsAfter(at, -(ID_TOKEN_SECONDS + KEEP_SECONDS))
  return db
    .selectFrom('identity.signing_keys')
    .selectAll()
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', stillTrusted)]))
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

async function makeKey(db: Db, { at, signsFrom }: { at: Date; signsFrom: Date }): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = newSecret().slice(0, 16)
  const row = { kid, private_jwk: JSON.stringify(jwk), created_at: at, signs_from: signsFrom }
  await db.insertInto('identity.signing_keys').values(row).execute()
}

async function importKey({ kid, private_jwk: jwk, ...times }: SigningKeyRow): Promise<SigningKey> {
  const publicJwk: PublicJwk = { kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: 'RS256', use: 'sig' }
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, 'RS256'), importJWK(publicJwk, 'RS256')])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) throw new Error('not an RSA key')
  return {
    kid,
    privateKey,
    publicKey,
    publicJwk,
    signsFrom: times.signs_from,
    retiredAt: times.retired_at,
  }
}
