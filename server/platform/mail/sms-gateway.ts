import type { Letter, Transport } from './outbox.ts'

export type SmsGateway = {
  url: string
  /** Sent as `Authorization: Bearer`; with a user in `url` the Basic scheme is used instead. */
  token?: string | undefined
  /** JSON, or form fields as in a query string; `{to}` and `{text}` stand for number and message. */
  body: string
}

const TIMEOUT_MS = 10_000

/** Sends text messages through the operator's gateway. Throws unless it responds with 2xx within ten seconds. */
export function createSmsTransport(gateway: SmsGateway): Transport {
  const { address, authorization } = splitUrl(gateway)
  return async (message, { id }) => {
    const { type, body } = fillBody(gateway.body, message)
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': type,
        'idempotency-key': id,
        ...(authorization ? { authorization } : {}),
      },
      body,
      // a redirect would pass the message and our credentials to another address
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
  }
}

export function faultOfSmsBody(body: string): string | undefined {
  const names = ['{to}', '{text}']
  if (!names.every((name) => body.includes(name))) return 'needs {to} and {text}'
  if (!looksLikeJson(body)) return undefined
  try {
    JSON.parse(body)
    return undefined
  } catch {
    return 'begins like JSON, but is none'
  }
}

function splitUrl({ url, token }: SmsGateway): { address: string; authorization: string | undefined } {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username ? `Basic ${basic.toString('base64')}` : token && `Bearer ${token}`
  return { address: parsed.href, authorization }
}

function fillBody(template: string, { to, text }: Letter): { type: string; body: string } {
  const fill = (value: string) => value.replace(/\{(to|text)\}/g, (_, name) => (name === 'to' ? to : text))
  if (!looksLikeJson(template)) {
    const fields = new URLSearchParams()
    for (const [name, value] of new URLSearchParams(template)) fields.append(name, fill(value))
    return { type: 'application/x-www-form-urlencoded', body: fields.toString() }
  }
  const filled = JSON.parse(template, (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  )
  return { type: 'application/json', body: JSON.stringify(filled) }
}

function looksLikeJson(body: string): boolean {
  return body.startsWith('{') && !body.startsWith('{to}') && !body.startsWith('{text}')
}
