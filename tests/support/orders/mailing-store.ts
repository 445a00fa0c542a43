import type { MailingStore } from '#server/mail/order-mails.ts'

/** The store as order mails need it; every address counts as verified, and no limit applies. */
export const mailingStore: MailingStore = {
  origin: 'https://shop.example',
  name: 'Gears',
  locale: 'en-US',
  timeZone: 'UTC',
  takesCards: true,
  mailboxes: { isVerified: async () => true, verificationLink: async () => undefined },
  consumeMailQuota: async () => true,
}

/** For an outbox in tests that write no order mails: their errors would not be logged. */
export const mailingDeps = { store: mailingStore, log: { error() {} } }
