import type { MailingStore } from '#server/mail/order-mails.ts'

/** The store in order mails; every address counts as verified. */
export const mailingStore: MailingStore = {
  origin: 'https://shop.example',
  name: 'Gears',
  locale: 'en-US',
  timeZone: 'UTC',
  takesCards: true,
  mailboxes: { isVerified: async () => true, verificationLink: async () => undefined },
  takeMail: async () => true,
}

/** For an outbox without order events. */
export const mailingDeps = { store: mailingStore, logger: () => ({ error() {} }) }
