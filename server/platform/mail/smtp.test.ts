import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createSmtpTransport } from './outbox.ts'

const closing: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

type Conversation = { received: string[]; refuses: boolean; silentAt: string | undefined }

/**
 * A mail server: it accepts everything, or rejects every recipient (`refuses`), or stops responding
 * at `silentAt`: `connection`, a command, or `.` for the end of the message.
 */
async function mailServer({ refuses = false, silentAt }: { refuses?: boolean; silentAt?: string } = {}) {
  const received: string[] = []
  const server = createServer((socket) => converse(socket, { received, refuses, silentAt }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { smtpUrl: `smtp://127.0.0.1:${port}`, received }
}

function converse(socket: Socket, { received, refuses, silentAt = 'never' }: Conversation): void {
  let inMail = false
  if (silentAt === 'connection') received.push('connection')
  else socket.write('220 ready\r\n')
  socket.on('data', (chunk) => {
    const text = String(chunk)
    received.push(text)
    if (inMail && !text.endsWith('\r\n.\r\n')) return
    if (text.startsWith(silentAt) || text.endsWith(`\r\n${silentAt}\r\n`)) return
    if (inMail) socket.write('250 taken\r\n')
    else if (text.startsWith('RCPT') && refuses) socket.write('550 no such mailbox\r\n')
    else if (text.startsWith('DATA')) socket.write('354 go on\r\n')
    else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
    else socket.write('250 fine\r\n')
    inMail = text.startsWith('DATA')
  })
}

const mail = {
  to: 'ines@example.com',
  subject: 'Reset your password',
  text: 'Open https://parts.example/reset',
}

const sending = {
  id: 'one',
  messageId: '<one@parts.example>',
  createdAt: new Date('2026-11-21T09:00:00Z'),
}

test('a mail reaches the store’s server with sender, recipient, subject and text', async () => {
  const { smtpUrl, received } = await mailServer()
  await createSmtpTransport({ smtpUrl, from: 'Partsline <store@parts.example>' })(mail, sending)
  const conversation = received.join('')
  for (const part of [
    'MAIL FROM:<store@parts.example>',
    'RCPT TO:<ines@example.com>',
    mail.subject,
    mail.text,
    'Message-ID: <one@parts.example>',
    'Date: Sat, 21 Nov 2026 09:00:00 +0000',
  ]) {
    expect(conversation).toContain(part)
  }
})

test('a file is attached under its name and type', async () => {
  const { smtpUrl, received } = await mailServer()
  const files = [new File(['%PDF-1.7'], 'receipt-000042.pdf', { type: 'application/pdf' })]
  await createSmtpTransport({ smtpUrl, from: 'store@parts.example' })({ ...mail, files }, sending)
  const conversation = received.join('')
  expect(conversation).toMatch(/Content-Type: application\/pdf; name=receipt-000042\.pdf/)
  expect(conversation).toContain(Buffer.from('%PDF-1.7').toString('base64'))
  expect(conversation).toContain(mail.text)
})

test('a mail that the server rejects makes the call reject', async () => {
  const { smtpUrl } = await mailServer({ refuses: true })
  const send = createSmtpTransport({ smtpUrl, from: 'store@parts.example' })
  await expect(send(mail, sending)).rejects.toThrow('no such mailbox')
})

test.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])(
  'a mail to a server that stops responding at %s fails after half a minute',
  async (silentAt) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { smtpUrl, received } = await mailServer({ silentAt })
    const sent = createSmtpTransport({ smtpUrl, from: 'store@parts.example' })(mail, sending)
    const fault = sent.then(String, String)
    await expect.poll(() => received.at(-1)).toContain(silentAt)
    vi.advanceTimersByTime(30_000)
    expect(await fault).toBe('Error: the mail server took no mail within 30 s')
    expect(received.join('')).not.toContain(mail.text)
  },
)

test('a mail to a server that never greets fails after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { smtpUrl, received } = await mailServer({ silentAt: 'connection' })
  const sent = createSmtpTransport({ smtpUrl, from: 'store@parts.example' })(mail, sending)
  const fault = sent.then(String, String)
  await expect.poll(() => received).toEqual(['connection'])
  vi.advanceTimersByTime(10_000)
  expect(await fault).toBe('Error: Greeting never received')
})

test('the reply to a whole mail may take two minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { smtpUrl, received } = await mailServer({ silentAt: '.' })
  const sent = createSmtpTransport({ smtpUrl, from: 'store@parts.example' })(mail, sending)
  const outcome: string[] = []
  const settled = sent.then(String, String).then((result) => outcome.push(result))
  await expect.poll(() => received.at(-1)).toMatch(/\r\n\.\r\n$/)
  // Polling has advanced some of the time.
  vi.advanceTimersByTime(110_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(outcome).toEqual([])
  vi.advanceTimersByTime(10_000)
  await settled
  expect(outcome).toEqual(['Error: the mail server gave no reply to a whole mail within 120 s'])
})
