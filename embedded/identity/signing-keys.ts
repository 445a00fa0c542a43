import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import type { RsaPrivateJwk } from '#database/identity-schema.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { ID_TOKEN_SECONDS } from './lifetimes.ts'
import { newSecret } from './secrets.ts'

export type SigningKey = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; publicJwk: PublicJwk }
export type PublicJwk = { kty: string; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' }

export type SigningKeys = {
  /** The key that signs now. */
  current(): Promise<SigningKey>
  /** The public key of this id, while tokens signed by it may still be valid. */
  find(kid: string | undefined): Promise<SigningKey | undefined>
  all(): Promise<SigningKey[]>
}

/** Any fixed number: instances that find no key take turns on it. */
const KEY_LOCK = 7_253_004
const KEEP_MS = 60_000

/**
 * The installation's signing keys: made once, shared by every instance, re-read each minute. The first call loads
 * them; later ones never wait, since a caller whose transaction holds a connection must not need another.
 */
export function createSigningKeys({ db, now }: { db: Db; now: () => Date }): SigningKeys {
  let kept: { keys: SigningKey[]; until: number } | undefined
  let loading: Promise<SigningKey[]> | undefined

  function load(): Promise<SigningKey[]> {
    loading ??= loadKeys(db, now())
      .then((keys) => {
        kept = { keys, until: performance.now() + KEEP_MS }
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
    if (kept.until <= performance.now()) load().catch(() => {})
    return kept.keys
  }

  return {
    all,
    async current() {
      const [newest] = await all()
      if (!newest) throw new Error('no signing key')
      return newest
    },
    async find(kid) {
      return (await all()).find((key) => key.kid === kid)
    },
  }
}

/** Usable keys, the signing one first; makes the first one. */
async function loadKeys(db: Db, at: Date): Promise<SigningKey[]> {
  const rows = await readRows(db, at)
  if (rows[0]?.retired_at !== null) {
    await inTransaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(trx)
      const [newest] = await readRows(trx, at)
      if (newest?.retired_at !== null) await makeKey(trx, at)
    })
    return loadKeys(db, at)
  }
  return Promise.all(rows.map((row) => importKey(row.kid, row.private_jwk)))
}

function readRows(db: Db, at: Date) {
  const stillTrusted = new Date(at.getTime() - ID_TOKEN_SECONDS * 1000)
  return db
    .selectFrom('identity.signing_keys')
    .selectAll()
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', stillTrusted)]))
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

async function makeKey(db: Db, at: Date): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const row = { kid: newSecret().slice(0, 16), private_jwk: JSON.stringify(jwk), created_at: at }
  await db.insertInto('identity.signing_keys').values(row).execute()
}

async function importKey(kid: string, jwk: RsaPrivateJwk): Promise<SigningKey> {
  const publicJwk: PublicJwk = { kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: 'RS256', use: 'sig' }
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, 'RS256'), importJWK(publicJwk, 'RS256')])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) throw new Error('not an RSA key')
  return { kid, privateKey, publicKey, publicJwk }
}
