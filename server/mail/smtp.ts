import type { Transporter } from 'nodemailer'
import type { Letter } from './outbox.ts'

const TIMEOUT_MS = 10_000
/** A mail server that says nothing any more must not hold up all other mails. */
const SILENCE_MS = 60_000

/** Sends mail through the shop's own mail server; a refusal or a timeout leaves the mail for a later try. */
export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  let server: Promise<Transporter> | undefined
  return async ({ to, subject, text, files = [] }: Letter): Promise<void> => {
    server ??= openServer(smtpUrl)
    const attachments = await Promise.all(files.map(toAttachment))
    await (await server).sendMail({ from, to, subject, text, attachments })
  }
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
