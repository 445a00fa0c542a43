/** Whether `If-None-Match` names this answer: `*`, or a list with its tag, weak or not (RFC 9110 § 13.1.2). */
export function isKnown(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  // a tag may hold commas, never quotes
  return condition.match(/"[^"]*"/g)?.includes(opaque) ?? false
}
