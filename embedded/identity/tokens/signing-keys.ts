import { exportJWK, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { SigningKeyRow } from '#database/rows.ts'
import { ID_TOKEN_SECONDS, newSecret, secondsAfter } from './secrets.ts'

type SigningKey = Awaited<ReturnType<typeof importKey>>

export type SigningKeys = ReturnType<typeof createSigningKeys>

const CACHE_SECONDS = 60
/** Longer than instances and HTTP caches of the JWKS endpoint keep the keys. */
const PUBLISH_SECONDS = 600

export function createSigningKeys({ db, now }: { db: Db; now: () => Date }) {
  let cached: { keys: SigningKey[]; until: Date } | undefined
  let loading: Promise<SigningKey[]> | undefined

  function load(): Promise<SigningKey[]> {
    loading ??= loadKeys(db, now())
      .then((keys) => {
        cached = { keys, until: secondsAfter(now(), CACHE_SECONDS) }
        return keys
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  async function all(): Promise<SigningKey[]> {
    return cached?.keys ?? load()
  }

  return {
    all,
    /** Reloads keys older than a minute. Called before each request: a transaction must not wait for another connection. */
    async refresh() {
      // one may have been deleted as leaked; after a failure the old ones stay, and the next request tries again
      if (cached && cached.until <= now()) await load().catch(() => {})
    },
    async current() {
      const at = now()
      const keys = await all()
      const due = keys.filter(({ signsFrom }) => signsFrom <= at)
      // the last fallback: the clock of the instance that created the first key is ahead
      const signing = due.find(({ retiredAt }) => !retiredAt || retiredAt > at) ?? due[0] ?? keys.at(-1)
      if (!signing) throw new Error('no signing key')
      return signing
    },
    async find(kid: string | undefined) {
      return (await all()).find((key) => key.kid === kid)
    },
  }
}

/**
 * Returns the time from which the new key signs: in ten minutes, when every instance has loaded it. A key that already
 * waits is kept. With `leaked` the new key replaces all others; each instance reloads at its next call after a minute.
 */
export function rotateSigningKey(db: Db, { at, leaked = false }: { at: Date; leaked?: boolean }) {
  return inTransaction(db, async (trx) => {
    await lockKeys(trx)
    if (leaked) {
      await trx.deleteFrom('identity.signing_keys').execute()
      await createKey(trx, { at, signsFrom: at })
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
    await createKey(trx, { at, signsFrom })
    return signsFrom
  })
}

async function loadKeys(db: Db, at: Date): Promise<SigningKey[]> {
  const rows = await readRows(db, at)
  if (rows[0]?.retired_at !== null) {
    await inTransaction(db, async (trx) => {
      await lockKeys(trx)
      const [newest] = await readRows(trx, at)
      if (newest?.retired_at !== null) await createKey(trx, { at, signsFrom: at })
    })
    return loadKeys(db, at)
  }
  return Promise.all(rows.map(importKey))
}

async function lockKeys(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`.execute(trx)
}

function readRows(db: Db, at: Date) {
  const cutoff = secondsAfter(at, -(ID_TOKEN_SECONDS + CACHE_SECONDS))
  return db
    .selectFrom('identity.signing_keys')
    .selectAll()
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', cutoff)]))
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

async function createKey(db: Db, { at, signsFrom }: { at: Date; signsFrom: Date }): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = newSecret().slice(0, 16)
  const row = { kid, private_jwk: JSON.stringify(jwk), created_at: at, signs_from: signsFrom }
  await db.insertInto('identity.signing_keys').values(row).execute()
}

async function importKey({ kid, private_jwk: jwk, signs_from, retired_at }: SigningKeyRow) {
  const publicJwk = { kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: 'RS256', use: 'sig' }
  const [privateKey, publicKey] = await Promise.all([importJWK(jwk, 'RS256'), importJWK(publicJwk, 'RS256')])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) throw new Error('not an RSA key')
  return { kid, privateKey, publicKey, publicJwk, signsFrom: signs_from, retiredAt: retired_at }
}
