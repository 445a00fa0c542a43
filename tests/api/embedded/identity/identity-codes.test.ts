import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signInFaultTexts } from '#contract/platform/auth/texts.ts'
import { type Fixture, identityCodes } from '#tests/support/identity/identity-codes.ts'
import { loadBrowserKit, openSdk } from '#tests/support/identity/identity-sdk.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { SignInError } from '#web/platform/auth/sign-in-error.ts'

/*
 * Every identity code of the specification: provoked with the unchanged SDK, or with the reason why it cannot
 * be, and its message. `docs/sign-in/codes.md` shows the same table (`npx vitest run -u` writes it).
 */
const specified = `user-disabled user-token-expired network-request-failed internal-error argument-error
invalid-api-key unauthorized-domain popup-blocked popup-closed-by-user cancelled-popup-request
web-storage-unsupported user-mismatch user-not-found multi-factor-auth-required login-blocked
tenant-id-mismatch invalid-continue-uri missing-ios-bundle-id missing-android-pkg-name invalid-auth-event
no-auth-event account-exists-with-different-credential wrong-password email-already-in-use too-many-requests`

let fixture: Fixture
beforeAll(async () => {
  const kit = await loadBrowserKit()
  const withPrivacy = await openSdk(kit)
  const withoutPrivacy = await openSdk(kit, { emailPrivacy: false, limits: { mailsPerHour: 1 } })
  fixture = { kit, withPrivacy, withoutPrivacy, window: { hostname: 'localhost', opens: { closed: false } } }
})
afterAll(async () => {
  await fixture.withoutPrivacy.close()
  await fixture.withPrivacy.close()
})

/** The SDK polls an open popup until it is closed: its timers end with this file. */
const timers = new Set<NodeJS.Timeout>()
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})

/** The parts of `window` that the SDK needs to open a popup. */
beforeAll(() => {
  vi.stubGlobal('window', {
    setTimeout(work: () => void, ms: number) {
      const timer = setTimeout(work, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout,
    addEventListener() {},
    screen: { availHeight: 900, availWidth: 1440 },
    location: {
      get hostname() {
        return fixture.window.hostname
      },
    },
    open: () => fixture.window.opens && { focus() {}, close() {}, ...fixture.window.opens },
  })
})
beforeEach(() => {
  fixture.window = { hostname: 'localhost', opens: { closed: false } }
})

test('the table has the codes of the specification, in its order', () => {
  expect(Object.keys(identityCodes)).toEqual(specified.split(/\s+/))
})

describe('the unchanged SDK', () => {
  const provokable = Object.entries(identityCodes).flatMap(([code, how]) =>
    'provoke' in how ? [{ code, provoke: how.provoke }] : [],
  )
  test.each(provokable)('the SDK reports $code', async ({ code, provoke }) => {
    const error = await provoke(fixture).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: `auth/${code}` })
    expect(errorMessage(error)).toEqual({ code: `auth/${code}`, text: messageFor(code) })
  })

  test.each(['user-disabled', 'user-token-expired'])('the SDK signs out by itself after %s', async (code) => {
    const how = identityCodes[code]
    if (how && 'provoke' in how) await how.provoke(fixture).catch(() => {})
    expect(fixture.withPrivacy.auth.currentUser).toBeNull()
  })
})

test('the error of a profile change without a user has its message', () => {
  expect(errorMessage(new SignInError('no-user')).text).toBe('No user is logged in')
})

test('the document shows the table', async () => {
  const rows = Object.entries(identityCodes).map(
    ([code, how]) =>
      `| \`${code}\` | ${how.when} | ${'whyNot' in how ? `no: ${how.whyNot}` : 'yes'} | ${messageFor(code)} |`,
  )
  const lines = [
    '# Firebase Authentication error codes\n',
    'The codes that the specification names. Made from `tests/support/identity/identity-codes.ts`; `tests/api/embedded/identity/identity-codes.test.ts` provokes each that is tested with the unchanged SDK. Pages show the message, with the code in `data-code`; `cancelled-popup-request` is not shown.\n',
    '| code | cause | tested | message |',
    '|---|---|---|---|',
    ...rows,
    `| – | A profile is saved without a user. | the message only | ${signInFaultTexts['no-user']} |\n`,
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot(
    path.join(import.meta.dirname, '../../../../docs/sign-in/codes.md'),
  )
})

function messageFor(code: string): string {
  return errorMessage(Object.assign(new Error(code), { code: `auth/${code}` })).text
}
