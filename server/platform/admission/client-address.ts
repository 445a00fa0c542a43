import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The client's network for limits by IP address; undefined for loopback in a demo, which is not limited. */
export function ipAddressToLimit(request: FastifyRequest, demo: boolean): string | undefined {
  const address = readAddress(request.ip)
  if (address !== undefined) return demo && isLoopback(address) ? undefined : networkOf(address)
  // what a proxy passed on says nothing about the client: all of it counts as the proxy itself
  return networkOf(request.raw.socket.remoteAddress ?? 'unknown')
}

export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/** A client with IPv6 has a whole /64, which counts as one IP address. Each spelling of a network is the same text. */
export function networkOf(written: string): string {
  const address = readAddress(written)
  if (address === undefined || isIP(address) === 4) return address ?? written
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

/** The forms in which proxies name a client: with port, in brackets, in quotes, with a zone. */
const FORMS = [
  /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/,
  /^\[([\d.]+|[\da-f:.]+(?:%[^\]]*)?)\](?::\d{1,5})?$/i,
  /^([\da-f:.]+)(?:%.*)?$/i,
]
const LONGEST = 100

/** An IP address without port, brackets and zone, IPv4 for an IPv4-mapped one; undefined for any other text. */
function readAddress(written: string): string | undefined {
  if (written.length > LONGEST) return undefined
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  for (const form of FORMS) {
    const address = form.exec(text)?.[1]?.replace(/%.*/, '')
    if (address !== undefined && isIP(address) !== 0) return isIP(address) === 4 ? address : unmap(address)
  }
  return undefined
}

function unmap(address: string): string {
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMapped) return address
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // the URL parser writes the last 32 bits in hexadecimal, and the rest in its shortest form
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = shortest.split('::').map((half) => half.split(':').filter(Boolean))
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...gap, ...right]
}
