import type { Transporter } from 'nodemailer'
import { MailRefused, type Transport } from './outbox.ts'

const CONNECT_MS = 10_000
const HAND_OVER_MS = 30_000
/** For the answer to a whole message. RFC 5321 (4.5.3.2.6) suggests ten minutes, which would delay other mails for as long. */
const ANSWER_MS = 120_000

export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): Transport {
  return async ({ to, subject, text, files = [] }, { messageId, createdAt: date }) => {
    const attachments = await Promise.all(files.map(toAttachment))
    const deadline = createDeadline()
    const { signal } = deadline
    try {
      deadline.set(HAND_OVER_MS, 'took no mail')
      const server = await openServer(smtpUrl, () =>
        deadline.set(ANSWER_MS, 'gave no answer to a whole mail'),
      )
      await server.sendMail({ from, to, subject, text, attachments, messageId, date, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error
    } finally {
      deadline.clear()
    }
  }
}

function createDeadline() {
  const aborter = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: aborter.signal,
    set(ms: number, fault: string): void {
      clearTimeout(timer)
      const error = new Error(`the mail server ${fault} within ${ms / 1000} s`)
      timer = setTimeout(() => aborter.abort(error), ms)
    },
    clear: () => clearTimeout(timer),
  }
}

/** The server refuses sender, recipient or text of this mail; 421 means that the service is shutting down. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isShuttingDown = 'responseCode' in error && error.responseCode === 421
  return !isShuttingDown && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}

/** For one mail. Loaded lazily: the library takes 3 MB of memory. */
async function openServer(url: string, onHandedOver: () => void): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const server = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS })
  server.use('stream', (mail, done) => {
    mail.message.processFunc((message) => message.once('end', onHandedOver))
    done()
  })
  return server
}

async function toAttachment(file: File) {
  return { filename: file.name, contentType: file.type, content: Buffer.from(await file.arrayBuffer()) }
}
