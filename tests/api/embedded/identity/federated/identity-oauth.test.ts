import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  lookup,
  ORIGIN,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  verifiedGrant,
} from '#tests/support/identity/identity.ts'
import { openOauthProviders, type Profile } from '#tests/support/identity/oauth-providers.ts'
import { openPopup, signInWith } from '#tests/support/identity/sign-in-popup.ts'

const client = { id: 'the-store', secret: 'a-secret_of.the~store' }
const providers = openOauthProviders(client)

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({
    methods: ['password', 'google', 'facebook', 'github', 'twitter'],
    clients: { facebook: client, github: client, twitter: client },
    fetch: providers.fetch,
  })
})
afterAll(() => identity.close())

const FACEBOOK = 'https://graph.facebook.com/v23.0/me?fields=id,name,email,picture.type(large)'
const GITHUB_USER = 'https://api.github.com/user'
const GITHUB_EMAILS = 'https://api.github.com/user/emails'
const TWITTER = 'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url'

const facebook = (id: string, more: object = {}): Profile => ({
  [FACEBOOK]: { id, name: `F ${id}`, ...more },
})
const github = (id: number, emails: unknown = []): Profile => ({
  [GITHUB_USER]: {
    id,
    login: `g${id}`,
    name: null,
    avatar_url: `https://x.example/${id}.png`,
    email: 'public@x.example',
  },
  [GITHUB_EMAILS]: emails,
})
const twitter = (id: string, more: object = {}): Profile => ({
  [TWITTER]: { data: { id, name: `T ${id}`, username: `t_${id}`, ...more } },
})
const emailEntry = (email: string, more: object = {}) => ({ email, primary: true, verified: true, ...more })

async function signInAt(providerId: string, profile: Profile, fields: object = {}) {
  const popup = openPopup(identity)
  const { to = new URL(ORIGIN) } = await popup.openAtProvider(providerId)
  const { event } = await popup.returnFromProvider(providers.agree(to, profile))
  return { to, event, reply: await signInWith(identity, event, fields) }
}

describe('signing in', () => {
  test('Facebook returns name, picture and an unverified address', async () => {
    const picture = { data: { url: 'https://x.example/f.png' } }
    const { reply } = await signInAt('facebook.com', facebook('11', { email: 'Fay@Example.com', picture }))
    expect(reply.body).toMatchObject({
      providerId: 'facebook.com',
      isNewUser: true,
      federatedId: '11',
      displayName: 'F 11',
      email: 'fay@example.com',
      emailVerified: false,
      photoUrl: 'https://x.example/f.png',
    })
    expect(JSON.parse(String(reply.body.rawUserInfo))).toMatchObject({
      id: '11',
      picture: 'https://x.example/f.png',
    })
    const again = await signInAt('facebook.com', facebook('11'))
    expect(again.reply.body.localId).toBe(reply.body.localId)
  })

  test('GitHub returns the primary address, not the public one, and the login if there is no name', async () => {
    const emails = [emailEntry('old@example.com', { primary: false }), emailEntry('gil@example.com')]
    const { reply } = await signInAt('github.com', github(12, emails))
    expect(reply.body).toMatchObject({
      isNewUser: true,
      displayName: 'g12',
      screenName: 'g12',
      email: 'gil@example.com',
      emailVerified: false,
    })
    expect(JSON.parse(String(reply.body.rawUserInfo))).toMatchObject({ id: '12', login: 'g12' })
  })

  test('Twitter returns an address only if it is confirmed; without one the account has none', async () => {
    const { reply } = await signInAt('twitter.com', twitter('13'))
    expect(reply.body).toMatchObject({ isNewUser: true, screenName: 't_13', oauthTokenSecret: 'none' })
    expect(reply.body).not.toHaveProperty('email')
    expect((await lookup(identity, reply.body.idToken)).body).not.toMatchObject({
      users: [{ email: expect.anything() }],
    })
    const confirmed = await signInAt('twitter.com', twitter('14', { confirmed_email: 'tom@example.com' }))
    expect(confirmed.reply.body).toMatchObject({ email: 'tom@example.com', emailVerified: false })
  })

  test('each provider is asked for its own scope, and the browser gets a grant instead of its token', async () => {
    const scopes = {
      'facebook.com': 'public_profile email',
      'github.com': 'read:user user:email',
      'twitter.com': 'tweet.read users.read users.email',
    }
    const profiles = {
      'facebook.com': facebook('15'),
      'github.com': github(15),
      'twitter.com': twitter('15'),
    }
    for (const [providerId, scope] of Object.entries(scopes)) {
      const profile = profiles[providerId as keyof typeof profiles]
      const { to, event, reply } = await signInAt(providerId, profile)
      expect(to.searchParams.get('scope')).toBe(scope)
      const grant = new URLSearchParams(event?.postBody).get('id_token')
      expect(reply.body.oauthAccessToken).toBe(grant)
    }
  })

  test('an invalid address and an invalid picture are left out, and a long name is cut', async () => {
    const invalidProfile = {
      email: 'no address',
      name: `${'x'.repeat(400)}\0`,
      picture: { data: { url: 'javascript:1' } },
    }
    const { reply } = await signInAt('facebook.com', facebook('16', invalidProfile))
    expect(reply.body).toMatchObject({ isNewUser: true, displayName: 'x'.repeat(256) })
    for (const field of ['email', 'photoUrl']) expect(reply.body).not.toHaveProperty(field)
  })
})

describe('the sign-in fails', () => {
  const errorCodeOf = async (providerId: string, respond: (to: URL) => URL) => {
    const popup = openPopup(identity)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider(providerId)
    return (await popup.returnFromProvider(respond(to))).event?.error?.code
  }

  test('a person who refuses consent is not signed in', async () => {
    for (const providerId of ['facebook.com', 'github.com', 'twitter.com']) {
      expect(await errorCodeOf(providerId, providers.refuse)).toBe('auth/user-cancelled')
    }
  })

  test('an unknown code, or one of another sign-in, is rejected', async () => {
    const stolen = openPopup(identity)
    const { to: theirs = new URL(ORIGIN) } = await stolen.openAtProvider('github.com')
    const code = providers.agree(theirs, github(21)).searchParams.get('code') ?? ''
    for (const foreign of [code, 'made-up']) {
      const respond = (to: URL) => {
        const back = providers.agree(to, github(22))
        back.searchParams.set('code', foreign)
        return back
      }
      expect(await errorCodeOf('github.com', respond)).toBe('auth/internal-error')
    }
  })

  test('the callback of another provider is rejected', async () => {
    const facebookCallback = (to: URL) => {
      const request = new URL(`https://www.facebook.com/v23.0/dialog/oauth${to.search}`)
      return providers.agree(request, facebook('23'))
    }
    expect(await errorCodeOf('github.com', facebookCallback)).toBe('auth/internal-error')
  })

  test('a person whose profile cannot be read is not signed in', async () => {
    expect(await errorCodeOf('github.com', (to) => providers.agree(to, {}))).toBe('auth/internal-error')
    const noId = { [GITHUB_USER]: { id: 'no number' }, [GITHUB_EMAILS]: [] }
    expect(await errorCodeOf('github.com', (to) => providers.agree(to, noId))).toBe('auth/internal-error')
  })
})

describe('an account is not taken over', () => {
  const victims = [
    ['facebook.com', (email: string) => facebook('31', { email })],
    ['github.com', (email: string) => github(31, [emailEntry(email)])],
    ['twitter.com', (email: string) => twitter('31', { confirmed_email: email })],
  ] as const

  test.each(victims)(
    'a sign-in at %s with the address of an account does not take it over, and the owner may link it',
    async (providerId, profileOf) => {
      const { uid, email } = await signUp(identity)
      const { reply } = await signInAt(providerId, profileOf(email))
      expect(reply.body).toMatchObject({ needConfirmation: true, localId: uid })
      expect(reply.body).not.toHaveProperty('idToken')
      const { idToken } = (await signIn(identity, email)).body
      const { pendingToken } = reply.body
      const linked = await identity.post('v1/accounts:signInWithIdp', {
        requestUri: 'http://localhost',
        pendingToken,
        idToken,
      })
      expect(linked.body).toMatchObject({ localId: uid })
      expect((await signInAt(providerId, profileOf(email))).reply.body).toMatchObject({ localId: uid })
    },
  )

  test('the owner of the mailbox takes over an account registered beforehand, without the attacker’s link', async () => {
    const email = 'late@gmail.com'
    const squatter = await signInAt('github.com', github(32, [emailEntry(email)]))
    const owner = await signInWithGoogle(identity, await verifiedGrant(identity, { name: 'Late', email }))
    expect(owner.body).toMatchObject({ localId: squatter.reply.body.localId, emailVerified: true })
    const again = await signInAt('github.com', github(32, [emailEntry(email)]))
    expect(again.reply.body).toMatchObject({ needConfirmation: true })
  })

  test('an address that changes at the provider after linking takes no account over', async () => {
    const victim = await signUp(identity)
    const before = await signInAt('facebook.com', facebook('33'))
    const after = await signInAt('facebook.com', facebook('33', { email: victim.email }))
    expect(after.reply.body.localId).toBe(before.reply.body.localId)
    expect((await lookup(identity, after.reply.body.idToken)).body).not.toMatchObject({
      users: [{ email: victim.email }],
    })
  })
})
