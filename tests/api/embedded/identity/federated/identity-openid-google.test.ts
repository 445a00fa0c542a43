import { expect, test } from 'vitest'
import { ORIGIN, startIdentity } from '#tests/support/identity/identity.ts'
import { startOpenidProvider, visit } from '#tests/support/identity/openid-provider.ts'
import { openPopup, signInWith } from '#tests/support/identity/sign-in-popup.ts'

const client = { id: 'the-store', secret: 'a secret that Google gave' }
const GOOGLE = 'https://accounts.google.com'
const verifiedPeople = [
  { sub: 'own', email: 'ann@gmail.com', email_verified: true, picture: 'https://x.example/ann.png' },
  { sub: 'hosted', email: 'ann@shop.example', email_verified: true, hd: 'shop.example' },
]
const unverifiedPeople = [
  { sub: 'other-domain', email: 'ann@other.example', email_verified: true },
  { sub: 'other-hosted-domain', email: 'bo@other.example', email_verified: true, hd: 'shop.example' },
  { sub: 'similar-domain', email: 'bo@notgmail.com', email_verified: true, hd: 'gmail.com' },
  { sub: 'unverified', email: 'cy@gmail.com', email_verified: false },
]

test('Google is trusted for verified addresses at its own or a hosted domain, and for no others', {
  tags: 'long',
}, async () => {
  const google = await startOpenidProvider({
    client,
    redirectUri: () => `${ORIGIN}/identity/oauth/callback`,
    people: [...verifiedPeople, ...unverifiedPeople],
    issuer: GOOGLE,
    inIdToken: true,
  })
  const service = await startIdentity({
    now: () => new Date(),
    methods: ['google'],
    clients: { google: client },
    // This test provider responds under the address of the real Google.
    fetch: async (input, init) => {
      const url = String(input).replace(GOOGLE, google.address)
      const response = await fetch(url, init)
      if (!url.includes('/.well-known/')) return response
      return new Response((await response.text()).replaceAll(google.address, GOOGLE), response)
    },
  })
  const verified: string[] = []
  for (const { sub } of [...verifiedPeople, ...unverifiedPeople]) {
    const popup = openPopup(service)
    const { to = new URL(ORIGIN) } = await popup.openAtProvider('google.com')
    expect(to.searchParams.get('prompt')).toBe('select_account')
    // The test provider shows its page of people without being asked to.
    to.searchParams.delete('prompt')
    const { event } = await popup.returnFromProvider(
      await visit(new URL(to.href.replace(GOOGLE, google.address)), sub),
    )
    const { body } = await signInWith(service, event)
    expect(body, sub).toMatchObject({ isNewUser: true, providerId: 'google.com' })
    if (body.emailVerified) verified.push(sub)
  }
  expect(verified).toEqual(['own', 'hosted'])
  await service.close()
  await google.close()
})
