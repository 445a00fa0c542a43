const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a Host header (`host` with its port, `hostname` without) is the store's own or a loopback address. Any other
 * name may belong to a foreign site and point to this machine (DNS rebinding).
 */
export function isOwnHost({ host, hostname }: { host: string; hostname: string }, origin: string): boolean {
  return LOOPBACK.includes(hostname) || host === new URL(origin).host
}
