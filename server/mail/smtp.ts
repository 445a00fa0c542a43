import { createTransport } from 'nodemailer'
import type { Mail } from './outbox.ts'

const TIMEOUT_MS = 10_000

/** Sends mail through the shop's own mail server; a refusal or a timeout leaves the mail for a later try. */
export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  const server = createTransport({ url: smtpUrl, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS })
  return async ({ to, subject, text }: Mail): Promise<void> => {
    await server.sendMail({ from, to, subject, text })
  }
}
