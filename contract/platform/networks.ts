const NETWORK = /((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/

/** A key with the network /64 of IPv6 at its end (`2001:db8:1:2::/64`) replaced by the /48 of its site. Undefined without one. */
export function siteOf(key: string): string | undefined {
  const ofSite = key.replace(NETWORK, '$1:/48')
  return ofSite === key ? undefined : ofSite
}

/** What all networks of a site may use together, where one may use `points`: little more, since one site has 256 to 65,536. */
export function pointsOfSite(points: number): number {
  return Math.ceil(points * 1.2)
}
