/** Pages that only lead to a sign-in: returning to one would be a loop. */
const SIGN_IN_PAGES = new Set(['/login', '/register', '/forgot-password', '/reset-password', '/add-email'])

/**
 * Where to go after a sign-in: the remembered page if it is one of this store, else home.
 * An address with a host of its own, in any spelling, is refused (open redirect).
 */
export function safeReturnPath(remembered: string | null | undefined, origin: string): string {
  if (!remembered?.startsWith('/') || /[\\\p{Cc}]/u.test(remembered)) return '/'
  const url = URL.parse(remembered, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/'
  if (SIGN_IN_PAGES.has(url.pathname.replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

/** The address of the login page, or of another sign-in page, that remembers a page of this store. */
export function loginPath(from: URL, page = '/login'): string {
  return withReturnPath(page, safeReturnPath(from.pathname + from.search, from.origin))
}

/** The address of a sign-in page that remembers a path of this store. */
export function withReturnPath(page: string, path: string): string {
  return path === '/' ? page : `${page}?from=${encodeURIComponent(path)}`
}

/** The page that an address of `/login` or `/register` remembers. */
export function rememberedPath(address: string): string {
  const url = new URL(address)
  return safeReturnPath(url.searchParams.get('from'), url.origin)
}

/** The whole address of a page, as mails carry it. Browser only. */
export function pageAddress(path: string): string {
  return new URL(path, window.location.origin).href
}
