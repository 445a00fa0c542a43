import { createTransport } from 'nodemailer'
import type { Letter } from './outbox.ts'

const TIMEOUT_MS = 10_000
/** A mail server that says nothing any more must not hold up all other mails. */
const SILENCE_MS = 60_000

/** Sends mail through the shop's own mail server; a refusal or a timeout leaves the mail for a later try. */
export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  const server = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  })
  return async ({ to, subject, text, files = [] }: Letter): Promise<void> => {
    const attachments = await Promise.all(files.map(toAttachment))
    await server.sendMail({ from, to, subject, text, attachments })
  }
}

async function toAttachment(file: File) {
  return { filename: file.name, contentType: file.type, content: Buffer.from(await file.arrayBuffer()) }
}
