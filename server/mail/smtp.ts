import type { Transporter } from 'nodemailer'
import { MailRefused, type Transport } from './outbox.ts'

const TIMEOUT_MS = 10_000
/** As RFC 5321 (4.5.3.2.6) has it: who waits less for the answer to a mail sends it again to a server that has it. */
const SILENCE_MS = 600_000

/** Sends mail through the shop's own mail server; a refusal or a timeout leaves the mail for a later try. */
export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): Transport {
  let server: Promise<Transporter> | undefined
  return async ({ to, subject, text, files = [] }, { messageId, createdAt: date }) => {
    server ??= openServer(smtpUrl)
    const attachments = await Promise.all(files.map(toAttachment))
    try {
      await (await server).sendMail({ from, to, subject, text, attachments, messageId, date })
    } catch (error) {
      throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error
    }
  }
}

/** The server took this mail's sender, recipient or text for a fault; 421 says that it is going away. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isGone = 'responseCode' in error && error.responseCode === 421
  return !isGone && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}

/** The library weighs 3 MB in memory: only a store that sends mail carries it. */
async function openServer(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  })
}

async function toAttachment(file: File) {
  return { filename: file.name, contentType: file.type, content: Buffer.from(await file.arrayBuffer()) }
}
