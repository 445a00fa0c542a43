import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, openAccountFixture } from '#tests/support/identity/account-fixture.ts'
import { type AccountActions, AccountRules, ExpectedError } from '#tests/support/identity/account-rules.ts'
import fc from '../../../support/fast-check.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/*
 * Random sequences of actions have the same outcome at the identity provider and in the model; other
 * sequences attack an account before and after the owner of the mailbox verifies it. Several fixtures run
 * concurrently, since the provider delays some responses on purpose.
 */
const SEQUENCES = someRuns(2000, 100)
const ATTACKS = someRuns(500, 100)
const FIXTURES = 4
/** The seed of the first fixture; every run of the tests uses the same sequences. */
const SEED = 4
/** Far longer than the long run takes on an idle machine. */
const TIMEOUT_MS = 900_000

const step = fc.record({
  /** Selects one of the actions that are possible at the moment. */
  choice: fc.nat(999),
  mailbox: fc.constantFrom('ann' as const, 'bob' as const),
  password: fc.constantFrom('secret1', 'secret2'),
  isVerified: fc.boolean(),
  /** The session and mail to use, counted from the newest. */
  back: fc.nat(3),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Chosen = Omit<Step, 'choice' | 'back'> & { session: number; mail: number }
type Action = (on: AccountActions, chosen: Chosen) => string | Promise<string>

const always = Object.entries<Action>({
  'sign up': (on, { mailbox, password }) => on.signUp(mailbox, password),
  'sign in with Google': (on, { mailbox, isVerified }) => on.signInWithGoogle(mailbox, isVerified),
  'request a link': (on, { mailbox }) => on.requestLink(mailbox),
})
const withSession = Object.entries<Action>({
  'sign in': (on, { mailbox, password }) => on.signIn(mailbox, password),
  'link Google': (on, { session, mailbox, isVerified }) => on.linkGoogle(session, mailbox, isVerified),
  'unlink Google': (on, { session }) => on.unlink(session, 'google.com'),
  'unlink password': (on, { session }) => on.unlink(session, 'password'),
  'set password': (on, { session, password }) => on.setPassword(session, password),
  refresh: (on, { session }) => on.refresh(session),
  delete: (on, { session }) => on.remove(session),
  'wait 299 seconds': (on) => on.wait(299),
})
const byAdmins = Object.entries<Action>({
  disable: (on, { session }) => on.disable(session),
  enable: (on, { session }) => on.enable(session),
})
const mailing = Object.entries<Action>({
  'request a reset': (on, { mailbox }) => on.requestReset(mailbox),
  'request verification': (on, { session }) => on.requestVerification(session),
  'request a change of address': (on, { session, mailbox }) => on.requestChange(session, mailbox),
  'set address': (on, { session, mailbox }) => on.setAddress(session, mailbox),
})
const withMail = Object.entries<Action>({
  'open mail': (on, { mail, password }) => on.openMail(mail, password),
})
const withBoth = Object.entries<Action>({
  'open mail signed in': (on, { mail, password, session }) => on.openMail(mail, password, session),
})

type Holder = { sessions: number[]; mails: number[]; isAdmin: boolean }

/** An action that these sessions and mails allow, with the session and mail that the step selects. */
function choose({ choice, back, ...rest }: Step, { sessions, mails, isAdmin }: Holder) {
  const chosen = { ...rest, session: newest(sessions, back), mail: newest(mails, back) }
  const actions = [
    ...always,
    // `mailing` is listed twice, which makes its actions likelier.
    ...(sessions.length > 0 ? [...withSession, ...mailing, ...mailing] : []),
    // Otherwise most mails would never be opened.
    ...(mails.length > 0 ? Array.from({ length: 4 }, () => withMail).flat() : []),
    ...(sessions.length > 0 && mails.length > 0 ? withBoth : []),
    ...(sessions.length > 0 && isAdmin ? byAdmins : []),
  ]
  const [name, run] = actions[choice % actions.length] ?? ['nothing', () => 'nothing']
  return { name, run, chosen }
}

function newest(numbers: number[], back: number): number {
  return numbers.at(-1 - (back % Math.max(1, numbers.length))) ?? -1
}

const fixtures: AccountFixture[] = []
beforeAll(async () => {
  const first = await openAccountFixture('0')
  fixtures.push(first)
  for (let n = 1; n < FIXTURES; n += 1) fixtures.push(await openAccountFixture(String(n), first))
})
afterAll(async () => {
  for (const fixture of fixtures.toReversed()) await fixture.close()
})

async function inEveryFixture(
  count: number,
  property: (fixture: AccountFixture) => fc.IAsyncPropertyWithHooks<unknown>,
) {
  const runs = fixtures.map((fixture, index) =>
    fc.assert(property(fixture), { numRuns: Math.ceil(count / FIXTURES), seed: SEED + index }),
  )
  // Waits for all: a fixture that is still running would disturb the next test.
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason
}

test(
  `the provider has the outcomes of the model in at least ${SEQUENCES} random sequences of actions`,
  () =>
    inEveryFixture(SEQUENCES, (fixture) =>
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7, size: 'max' }), (steps) =>
        compareSequence(fixture, steps),
      ),
    ),
  TIMEOUT_MS,
)

async function compareSequence(fixture: AccountFixture, steps: Step[]): Promise<void> {
  const rules = new AccountRules()
  fixture.begin()
  const log: string[] = []
  for (const step of steps) {
    const { name, run, chosen } = choose(step, {
      sessions: [...rules.sessions.keys()],
      mails: [...rules.mails.keys()],
      isAdmin: true,
    })
    for (const clock of [rules, fixture.actions]) clock.wait(1)
    const expected = outcomeOf(() => run(rules, chosen))
    const outcome = await run(fixture.actions, chosen)
    log.push(`${name} ${JSON.stringify(chosen)}`)
    expect([...log, outcome]).toEqual([...log, expected])
  }
  expect([...log, await fixture.readState()]).toEqual([...log, stateOf(rules)])
}

function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof ExpectedError) return error.message
    throw error
  }
}

function stateOf({ accounts, sessions }: AccountRules) {
  return {
    accounts: accounts
      .flatMap(({ mailbox, isGone, ...account }) => (mailbox && !isGone ? [{ mailbox, ...account }] : []))
      .map(({ mailbox, isVerified, password, hasMailedLink = false, googleAccount, isDisabled = false }) => ({
        mailbox,
        isVerified,
        hasMailedLink,
        hasPassword: password !== undefined,
        isDisabled,
        hasGoogle: googleAccount !== undefined,
      }))
      .sort((one, other) => (one.mailbox < other.mailbox ? -1 : 1)),
    sessions: sessions.map(({ account, isRevoked = false }) => !(isRevoked || account.isGone)),
  }
}

/** The actions by which Ann verifies her mailbox. */
const verifications: Record<string, (on: AccountFixture) => Promise<unknown>> = {
  'the popup': async ({ actions }) => actions.signInWithGoogle('ann', true),
  'a link': async ({ actions, soFar }) => {
    await actions.requestLink('ann')
    return actions.openMail(soFar().mails.length - 1, '')
  },
  'a reset': async ({ actions, soFar }) => {
    const outcome = await actions.requestReset('ann')
    if (outcome === 'no mail') await actions.requestLink('ann')
    return actions.openMail(soFar().mails.length - 1, 'known only to Ann')
  },
}

test(
  'an account belongs to the owner who verified it, whatever another person does before or after',
  () =>
    inEveryFixture(ATTACKS, (fixture) =>
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5, size: 'max' }),
        fc.constantFrom(...Object.keys(verifications)),
        fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }),
        (before, verification, after) => attackAccount(fixture, { before, verification, after }),
      ),
    ),
  TIMEOUT_MS,
)

type AttackSequence = { before: Step[]; verification: string; after: Step[] }

/** Bob reads only his own mailbox and may claim any address; no provider verifies another one for him. */
async function attackAccount(
  fixture: AccountFixture,
  { before, verification, after }: AttackSequence,
): Promise<void> {
  fixture.begin()
  const log: string[] = []
  const annSessions: number[] = []
  async function attack(steps: Step[]) {
    for (const step of steps) {
      const { sessions, mails } = fixture.soFar()
      const { name, run, chosen } = choose(step, {
        sessions: [...Array(sessions).keys()].filter((at) => !annSessions.includes(at)),
        mails: [...mails.keys()].filter((at) => mails[at] === 'bob'),
        isAdmin: false,
      })
      fixture.actions.wait(1)
      const attempt = { ...chosen, isVerified: chosen.isVerified && chosen.mailbox === 'bob' }
      log.push(`${name} ${JSON.stringify(attempt)}: ${await run(fixture.actions, attempt)}`)
    }
  }
  await attack(before)
  fixture.actions.wait(1)
  const { sessions: sessionsBefore } = fixture.soFar()
  log.push(`Ann verifies it by ${verification}: ${await verifications[verification]?.(fixture)}`)
  for (let at = sessionsBefore; at < fixture.soFar().sessions; at += 1) annSessions.push(at)
  const owned = await fixture.accountData('ann')
  expect([...log, owned]).toEqual([
    ...log,
    [expect.objectContaining({ email_verified: true, sessions: annSessions })],
  ])
  await attack(after)
  expect([...log, await fixture.accountData('ann')]).toEqual([...log, owned])
}
