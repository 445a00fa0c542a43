/**
 * Names of data that kept answers show. `products` is which parts there are, in which order and how many; a part's own
 * row is `product:<id>`. The triggers of the database announce the same names.
 */
export type Tag = 'config' | 'products' | `product:${string}` | 'reviews' | `review-of:${string}`

/** A change of everything of one kind, such as `product:*`, or of whatever there is. */
export type Change = Tag | '*'

/** Tags as a notification carries them, and the instance that sent them, where one did. */
export type Notice = { tags: Change[]; from: string | undefined }

/** Where the database and its instances tell of changes. */
export const CHANNEL = 'store_changed'

const KINDS = /^(?:config|products|reviews|\*|(?:product|review-of):\S+)$/

/** A payload holds less than 8,000 bytes. */
const MOST_BYTES = 7900

/** What a payload names; where it is not in our words, everything may have changed. */
export function readNotice(payload: string): Notice {
  const words = payload.split(' ').filter(Boolean)
  const from = words[0]?.startsWith('@') ? words.shift()?.slice(1) : undefined
  const tags = words.filter(isChange)
  return { tags: tags.length === words.length && tags.length > 0 ? tags : ['*'], from }
}

/** As few payloads as these tags need. */
export function writeNotices(tags: Iterable<Change>, from: string): string[] {
  const notices: string[] = []
  let notice = `@${from}`
  let isEmpty = true
  for (const tag of tags) {
    if (!isEmpty && notice.length + tag.length >= MOST_BYTES) {
      notices.push(notice)
      notice = `@${from}`
    }
    notice += ` ${tag}`
    isEmpty = false
  }
  return isEmpty ? [] : [...notices, notice]
}

function isChange(word: string): word is Change {
  return KINDS.test(word)
}
