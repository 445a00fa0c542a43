import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createSmsTransport, faultOfSmsBody } from './sms-gateway.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Received = {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A gateway that responds with a given status. */
async function startGateway(status = 200, headers = {}) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ method: request.method, path: request.url, headers: request.headers, body })
    response.writeHead(status, headers).end('secret details of the gateway')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const address = server.address()
  return { host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, received }
}

const message = { to: '+15550140000', subject: 'Text message', text: '123456 is "yours" & 100% safe' }
const sending = { id: 'one', messageId: '', createdAt: new Date(0) }
const JSON_BODY = '{"to":"{to}","messages":[{"content":"{text}"}],"from":"Partsline"}'

test('a message with quotes is sent as valid JSON, with the token and an idempotency key', async () => {
  const { host, received } = await startGateway()
  await createSmsTransport({ url: `http://${host}/send?v=2`, token: 't0ken', body: JSON_BODY })(
    message,
    sending,
  )
  const [request] = received
  expect(request).toMatchObject({ method: 'POST', path: '/send?v=2' })
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer t0ken',
    'content-type': 'application/json',
    'idempotency-key': 'one',
  })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    to: message.to,
    messages: [{ content: message.text }],
    from: 'Partsline',
  })
})

test('a message is sent as a form with user and password from the address', async () => {
  const { host, received } = await startGateway(201)
  const url = `http://AC1:pass%3Aword@${host}/2010-04-01/Accounts/AC1/Messages.json`
  await createSmsTransport({ url, body: 'To={to}&From=%2B15550149999&Body={text}' })(message, sending)
  const [request] = received
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:pass:word').toString('base64')}`)
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    To: message.to,
    From: '+15550149999',
    Body: message.text,
  })
})

test('a placeholder in the text of a message is not replaced', async () => {
  const { host, received } = await startGateway()
  const send = createSmsTransport({ url: `http://${host}`, body: '{"to":"{to}","text":"{text}"}' })
  await send({ ...message, text: 'say {to}' }, sending)
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ to: message.to, text: 'say {to}' })
})

test.each([400, 401, 404, 429, 500])(
  'a response with status %s rejects the message, and its body is not in the error',
  async (status) => {
    const { host } = await startGateway(status)
    const send = createSmsTransport({ url: `http://user:word@${host}`, body: JSON_BODY })
    await expect(send(message, sending)).rejects.toThrow(new RegExp(`^the SMS gateway answered ${status}$`))
  },
)

test('a redirect of the gateway is not followed', async () => {
  const target = await startGateway()
  const { host } = await startGateway(307, { location: `http://${target.host}/` })
  const send = createSmsTransport({ url: `http://${host}`, token: 't0ken', body: JSON_BODY })
  await expect(send(message, sending)).rejects.toThrow()
  expect(target.received).toEqual([])
})

test.each([
  [JSON_BODY, undefined],
  ['To={to}&Body={text}', undefined],
  ['{to}={text}', undefined],
  ['{"to":"{to}"}', 'needs {to} and {text}'],
  ['{"to":"{to}","text":"{text}"', 'begins like JSON, but is none'],
])('the body %s has the error %s', (body, fault) => {
  expect(faultOfSmsBody(body)).toBe(fault)
})
