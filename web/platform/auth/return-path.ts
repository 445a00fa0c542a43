const SIGN_IN_PAGES = new Set(['/login', '/register', '/forgot-password', '/reset-password', '/add-email'])

/** The remembered page. Home instead of sign-in pages, and of any text that could name another host. */
export function safeReturnPath(remembered: string | null | undefined, origin: string): string {
  if (!remembered?.startsWith('/') || /[\\\p{Cc}]/u.test(remembered)) return '/'
  const url = URL.parse(remembered, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/'
  if (SIGN_IN_PAGES.has(url.pathname.replace(/(?<!\/)\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

export function loginPath(from: URL, page = '/login'): string {
  return withReturnPath(page, safeReturnPath(from.pathname + from.search, from.origin))
}

export function withReturnPath(page: string, path: string): string {
  return path === '/' ? page : `${page}?from=${encodeURIComponent(path)}`
}

export function rememberedPath(address: string): string {
  const url = new URL(address)
  return safeReturnPath(url.searchParams.get('from'), url.origin)
}

export function pageAddress(path: string): string {
  return new URL(path, window.location.origin).href
}
