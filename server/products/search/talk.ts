/** What people say around what they look for. */
export const TALK: ReadonlySet<string> = new Set(
  'i me my we you your it is are do does have has need needs needed want wants wanted looking look find buy get got any some please show sell hi hello thanks where what which who can could how much price cheap cheapest best good stock available sale for the a an and or of to on with in my sae'.split(
    ' ',
  ),
)
/** What stands between two things, and a comma: the other words only say nothing. */
export const JOINT = /^(with|for|in|on|to|and|or|,)$/
const SAID_BEFORE = new Set(['no', 'nr', 'pn', 'oe', 'oem', 'ref', 'art'])
const SHORT = /^[a-z]{1,3}$/

/** Whether a word before digits may be the first letters of their number: "WB", not "of" or "no". */
export function mayBeginNumber(word: string): boolean {
  return SHORT.test(word) && !TALK.has(word) && !SAID_BEFORE.has(word)
}
