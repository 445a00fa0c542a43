/** Media types and maximum size in bytes of an upload. */
export const pictureFiles = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  limit: 20_000_000,
}

/** An http(s) address, or a path of this store ("//host" is a host, not a path). */
export function isPictureAddress(value: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return true
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
