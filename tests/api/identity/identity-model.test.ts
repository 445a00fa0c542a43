import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountRules, type Acts, Refusal } from '#tests/support/identity/account-rules.ts'
import { type AccountWorld, openAccountWorld } from '#tests/support/identity/account-world.ts'
import fc from '../../support/fast-check.ts'
import { someRuns } from '../../support/thoroughness.ts'

/*
 * Random sequences of acts, each done by the identity provider and by the rules, without a difference;
 * and others in which a stranger tries, before and after, to keep an account from the owner of its mailbox.
 * Several worlds run side by side, since some answers of the provider wait on purpose.
 */
const SEQUENCES = someRuns(2000)
const SIEGES = someRuns(500)
const LANES = 4
/** The same sequences in every run; another number gives others. */
const SEED = 4
/** Half a minute on a machine that does nothing else. */
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
  delete: (on, { session }) => on.remove(session),
  'wait five minutes': (on) => on.wait(299),
})
const byAdmins = Object.entries<Act>({
  disable: (on, { session }) => on.disable(session),
  enable: (on, { session }) => on.enable(session),
})
const withMailbox = Object.entries<Act>({
  'ask for a reset': (on, { mailbox }) => on.askReset(mailbox),
  'ask for verification': (on, { session }) => on.askVerification(session),
  'ask for a change of address': (on, { session, mailbox }) => on.askChange(session, mailbox),
  'set address': (on, { session, mailbox }) => on.setAddress(session, mailbox),
})
const withMail = Object.entries<Act>({
  'open mail': (on, { mail, password }) => on.openMail(mail, password),
})
const withBoth = Object.entries<Act>({
  'open mail signed in': (on, { mail, password, session }) => on.openMail(mail, password, session),
})

type Holder = { sessions: number[]; mails: number[]; isAdmin: boolean }

/** One of the acts of whoever has these sessions and mails, with the ones that the step means. */
function choose({ choice, back, ...rest }: Step, { sessions, mails, isAdmin }: Holder) {
  const chosen = { ...rest, session: newest(sessions, back), mail: newest(mails, back) }
  const acts = [
    ...always,
    ...(sessions.length > 0 ? [...withSession, ...withMailbox, ...withMailbox] : []),
    // else most mails would stay unread
    ...(mails.length > 0 ? Array.from({ length: 4 }, () => withMail).flat() : []),
    ...(sessions.length > 0 && mails.length > 0 ? withBoth : []),
    ...(sessions.length > 0 && isAdmin ? byAdmins : []),
  ]
  const [name, act] = acts[choice % acts.length] ?? ['nothing', () => 'nothing']
  return { name, act, chosen }
}

function newest(numbers: number[], back: number): number {
  return numbers.at(-1 - (back % Math.max(1, numbers.length))) ?? -1
}

const worlds: AccountWorld[] = []
beforeAll(async () => {
  const first = await openAccountWorld('0')
  worlds.push(first)
  for (let lane = 1; lane < LANES; lane += 1) worlds.push(await openAccountWorld(String(lane), first))
})
afterAll(async () => {
  for (const world of worlds.toReversed()) await world.close()
})

async function inEveryWorld(
  runs: number,
  property: (world: AccountWorld) => fc.IAsyncPropertyWithHooks<unknown>,
) {
  const lanes = worlds.map((world, lane) =>
    fc.assert(property(world), { numRuns: Math.ceil(runs / LANES), seed: SEED + lane }),
  )
  // all of them: a lane that is still running would disturb the next test's
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}

test(
  `the provider keeps the rules in ${SEQUENCES} random sequences of acts`,
  () =>
    inEveryWorld(SEQUENCES, (world) =>
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7, size: 'max' }), (steps) =>
        compareSequence(world, steps),
      ),
    ),
  TIMEOUT_MS,
)

async function compareSequence(world: AccountWorld, steps: Step[]): Promise<void> {
  const rules = new AccountRules()
  world.begin()
  const told: string[] = []
  for (const step of steps) {
    const { name, act, chosen } = choose(step, {
      sessions: [...rules.sessions.keys()],
      mails: [...rules.mails.keys()],
      isAdmin: true,
    })
    for (const clock of [rules, world.acts]) clock.wait(1)
    const expected = answerOf(() => act(rules, chosen))
    const answer = await act(world.acts, chosen)
    told.push(`${name} ${JSON.stringify(chosen)}`)
    expect([...told, answer]).toEqual([...told, expected])
  }
  expect([...told, await world.remains()]).toEqual([...told, remains(rules)])
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
      .flatMap(({ mailbox, isGone, ...account }) => (mailbox && !isGone ? [{ mailbox, ...account }] : []))
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

/** How Ann shows that the mailbox is hers; each opens what she asked for herself. */
const proofs: Record<string, (on: AccountWorld) => Promise<unknown>> = {
  'the window': async ({ acts }) => acts.signInOutside('ann', true),
  'a link': async ({ acts, soFar }) => {
    await acts.askLink('ann')
    return acts.openMail(soFar().mails.length - 1, '')
  },
  'a reset': async ({ acts, soFar }) => {
    const answer = await acts.askReset('ann')
    if (answer === 'no mail') await acts.askLink('ann')
    return acts.openMail(soFar().mails.length - 1, 'known to Ann alone')
  },
}

test(
  'an account whose address somebody proved is theirs, whatever a stranger did before and does after',
  () =>
    inEveryWorld(SIEGES, (world) =>
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5, size: 'max' }),
        fc.constantFrom(...Object.keys(proofs)),
        fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }),
        (before, proof, after) => besiege(world, { before, proof, after }),
      ),
    ),
  TIMEOUT_MS,
)

type Siege = { before: Step[]; proof: string; after: Step[] }

/** Bob reads his own mailbox only, and nobody vouches that he reads another. He may claim any address. */
async function besiege(world: AccountWorld, { before, proof, after }: Siege): Promise<void> {
  world.begin()
  const told: string[] = []
  const anns: number[] = []
  async function attack(steps: Step[]) {
    for (const step of steps) {
      const { sessions, mails } = world.soFar()
      const { name, act, chosen } = choose(step, {
        sessions: [...Array(sessions).keys()].filter((at) => !anns.includes(at)),
        mails: [...mails.keys()].filter((at) => mails[at] === 'bob'),
        isAdmin: false,
      })
      world.acts.wait(1)
      const vouched = { ...chosen, isProven: chosen.isProven && chosen.mailbox === 'bob' }
      told.push(`${name} ${JSON.stringify(vouched)}: ${await act(world.acts, vouched)}`)
    }
  }
  await attack(before)
  world.acts.wait(1)
  const { sessions: bobs } = world.soFar()
  told.push(`Ann proves it by ${proof}: ${await proofs[proof]?.(world)}`)
  for (let at = bobs; at < world.soFar().sessions; at += 1) anns.push(at)
  const owned = await world.belongings('ann')
  expect([...told, owned]).toEqual([
    ...told,
    [expect.objectContaining({ email_verified: true, sessions: anns })],
  ])
  await attack(after)
  expect([...told, await world.belongings('ann')]).toEqual([...told, owned])
}
