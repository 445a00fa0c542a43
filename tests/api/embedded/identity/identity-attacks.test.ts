import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { attackList } from '#tests/support/identity/attacks.ts'
import { errorOf, lookup, signUp, startIdentity } from '#tests/support/identity/identity.ts'
import { openTestStore, type TestStore } from '#tests/support/store.ts'

/*
 * Attacks with tokens that a stolen signing key signed, and the list of all attacks with their tests, which
 * `docs/sign-in/attacks.md` shows (`npx vitest run -u` writes it).
 */
const ROOT = path.join(import.meta.dirname, '../../../..')

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** Signs a token with the oldest key of the database, as a thief of the key could. */
async function signWithKeyOf({ db }: Database, claims: JWTPayload): Promise<string> {
  const { kid, private_jwk } = await db
    .selectFrom('identity.signing_keys')
    .selectAll()
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const key = await importJWK(private_jwk as JWK, 'RS256')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key)
}

test('a token for another project or from another issuer is rejected, though signed by the store’s key', async () => {
  const person = await store.signUp()
  const exchange = async (claims: JWTPayload) => {
    const token = await signWithKeyOf(store.database, { ...decodeJwt(person.idToken), ...claims })
    const payload = { email: person.email }
    const response = await store.call({ method: 'PUT', url: `/api/user/${person.email}`, token, payload })
    return response.statusCode
  }
  expect(await exchange({})).toBe(200)
  expect(await exchange({ aud: 'another-project' })).toBe(401)
  expect(await exchange({ iss: 'https://other.example/identity' })).toBe(401)
  expect(await exchange({ iss: 'https://securetoken.google.com/partsline' })).toBe(401)
})

test('a token of a key that was rotated out an hour and a minute ago is rejected', {
  tags: 'long',
}, async () => {
  const before = await startIdentity()
  const { idToken } = await signUp(before)
  const { database, clock } = before
  await database.db.updateTable('identity.signing_keys').set({ retired_at: clock.now() }).execute()
  const forge = () => {
    const iat = Math.floor(clock.now().getTime() / 1000)
    return signWithKeyOf(database, { ...decodeJwt(idToken), iat, auth_time: iat, exp: iat + 3600 })
  }
  // The key is trusted for the hour of an ID token and the minute that an instance caches keys.
  clock.advance(3659)
  const inTime = await startIdentity({ db: database.db, now: clock.now })
  expect((await lookup(inTime, await forge())).status).toBe(200)
  clock.advance(1)
  const after = await startIdentity({ db: database.db, now: clock.now })
  expect(errorOf(await lookup(after, await forge()))).toBe('400 INVALID_ID_TOKEN')
  const { body } = await after.get('.well-known/jwks.json')
  expect(body.keys).toHaveLength(1)
  for (const instance of [after, inTime, before]) await instance.close()
})

test('every attack of the list has tests, and each of them exists', () => {
  for (const { attack, tests } of attackList) expect(tests, attack).not.toEqual([])
  for (const { file, title } of attackList.flatMap(({ tests }) => tests)) {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    expect(source.includes(`'${title}'`) || source.includes(`\`${title}\``), `${file}: ${title}`).toBe(true)
  }
})

test('the document shows the list', async () => {
  const sections = attackList.map(
    ({ attack, outcome, tests }) =>
      `## ${attack}\n\n${outcome}\n\n${tests.map(({ file, title }) => `- ${title} (\`${file}\`)`).join('\n')}\n`,
  )
  const intro =
    '# Attacks on sign-in, and the tests that try them\n\nMade from `tests/support/identity/attacks.ts`.\n'
  await expect([intro, ...sections].join('\n')).toMatchFileSnapshot(
    path.join(ROOT, 'docs/sign-in/attacks.md'),
  )
})
