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

/**
 * A picture that a customer names and others see: one of the store's pictures, or an http(s) address without user
 * information. Any other path, also one below the `origin` of the store, would make their browsers call the store.
 */
export function isSharedPicture(value: string, origin?: string): boolean {
  const url = URL.parse(value, 'store:/')
  if (!isPictureAddress(value) || !url || url.username || url.password) return false
  const isOfStore = value.startsWith('/') || hostOf(url) === URL.parse(origin ?? '')?.host
  // `.` and `..` are resolved by now
  return !isOfStore || /^\/(?:uploads|drawings)\/[\w-]+\.\w+$/.test(url.pathname)
}

function hostOf({ host }: URL): string {
  // the name with a final dot is the same host
  return host.replace(/\.(?=:|$)/, '')
}
