import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountRules, type Acts, Refusal } from '#tests/support/account-rules.ts'
import { type AccountWorld, openAccountWorld } from '#tests/support/account-world.ts'

/*
 * 2,000 random sequences of acts, each done by the identity provider and by the rules, without a difference.
 * Several worlds run side by side, since some answers of the provider wait on purpose.
 */
const SEQUENCES = 2000
const LANES = 4
/** The same sequences in every run; another number gives others. */
const SEED = 4
/** A quarter of a minute on a machine that does nothing else. */
const TIMEOUT_MS = 900_000

const step = fc.record({
  /** Which act, of those that can be done at the moment. */
  choice: fc.nat(999),
  mailbox: fc.constantFrom('ann' as const, 'bob' as const),
  password: fc.constantFrom('secret1', 'secret2'),
  isProven: fc.boolean(),
  /** Which session and mail, counted from the newest. */
  back: fc.nat(3),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Chosen = Omit<Step, 'choice' | 'back'> & { session: number; mail: number }
type Act = (on: Acts, chosen: Chosen) => string | Promise<string>

const always = Object.entries<Act>({
  'sign up': (on, { mailbox, password }) => on.signUp(mailbox, password),
  'sign in outside': (on, { mailbox, isProven }) => on.signInOutside(mailbox, isProven),
  'ask for a link': (on, { mailbox }) => on.askLink(mailbox),
})
const withSession = Object.entries<Act>({
  'sign in': (on, { mailbox, password }) => on.signIn(mailbox, password),
  'link outside': (on, { session, mailbox, isProven }) => on.linkOutside(session, mailbox, isProven),
  'unlink outside': (on, { session }) => on.unlink(session, 'google.com'),
  'unlink password': (on, { session }) => on.unlink(session, 'password'),
  'set password': (on, { session, password }) => on.setPassword(session, password),
  refresh: (on, { session }) => on.refresh(session),
  disable: (on, { session }) => on.disable(session),
  enable: (on, { session }) => on.enable(session),
  delete: (on, { session }) => on.remove(session),
  'wait five minutes': (on) => on.wait(299),
})
const withMailbox = Object.entries<Act>({
  'ask for a reset': (on, { mailbox }) => on.askReset(mailbox),
  'ask for verification': (on, { session }) => on.askVerification(session),
  'set address': (on, { session, mailbox }) => on.setAddress(session, mailbox),
})
const withMail = Object.entries<Act>({
  'open mail': (on, { mail, password }) => on.openMail(mail, password),
})
const withBoth = Object.entries<Act>({
  'open mail signed in': (on, { mail, password, session }) => on.openMail(mail, password, session),
})

const worlds: AccountWorld[] = []
beforeAll(async () => {
  const first = await openAccountWorld('0')
  worlds.push(first)
  for (let lane = 1; lane < LANES; lane += 1) worlds.push(await openAccountWorld(String(lane), first))
})
afterAll(async () => {
  for (const world of worlds.toReversed()) await world.close()
})

test(
  'the provider keeps the rules in 2,000 random sequences of acts',
  async () => {
    const runs = worlds.map((world, lane) =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7, size: 'max' }), (steps) =>
          compareSequence(world, steps),
        ),
        { numRuns: SEQUENCES / LANES, seed: SEED + lane },
      ),
    )
    await Promise.all(runs)
  },
  TIMEOUT_MS,
)

async function compareSequence(world: AccountWorld, steps: Step[]): Promise<void> {
  const rules = new AccountRules()
  world.begin()
  const told: string[] = []
  for (const { choice, back, ...rest } of steps) {
    const [session, mail] = [newest(rules.sessions, back), newest(rules.mails, back)]
    const chosen = { ...rest, session, mail }
    const acts = [
      ...always,
      ...(session >= 0 ? [...withSession, ...withMailbox, ...withMailbox] : []),
      // else most mails would stay unread
      ...(mail >= 0 ? Array.from({ length: 4 }, () => withMail).flat() : []),
      ...(session >= 0 && mail >= 0 ? withBoth : []),
    ]
    const [name, act] = acts[choice % acts.length] ?? [choice, () => 'nothing']
    for (const clock of [rules, world.acts]) clock.wait(1)
    const expected = answerOf(() => act(rules, chosen))
    const answer = await act(world.acts, chosen)
    told.push(`${name} ${JSON.stringify(chosen)}`)
    expect([...told, answer]).toEqual([...told, expected])
  }
  expect([...told, await world.remains()]).toEqual([...told, remains(rules)])
}

function newest(list: unknown[], back: number): number {
  return list.length - 1 - (back % Math.max(1, list.length))
}

function answerOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function remains({ accounts, sessions }: AccountRules) {
  return {
    accounts: accounts
      .filter(({ isGone }) => !isGone)
      .map(({ mailbox, isProven, password, hasMailedLink = false, outsider, isDisabled = false }) => ({
        mailbox,
        isProven,
        hasMailedLink,
        hasPassword: password !== undefined,
        isDisabled,
        hasOutsider: outsider !== undefined,
      }))
      .sort((one, other) => (one.mailbox < other.mailbox ? -1 : 1)),
    sessions: sessions.map(({ account, isRevoked = false }) => !(isRevoked || account.isGone)),
  }
}
