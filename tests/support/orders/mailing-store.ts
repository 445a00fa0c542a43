import type { MailingStore } from '#server/sales/orders/order-mails.ts'

/** The store as order mails need it; every address counts as verified. */
export const mailingStore: MailingStore = {
  origin: 'https://shop.example',
  name: 'Gears',
  locale: 'en-US',
  timeZone: 'UTC',
  takesCards: true,
  mailboxes: { isVerified: async () => true, verificationLink: async () => undefined },
}

/** For an outbox in tests that write no order mails. */
export const mailingDeps = { origin: mailingStore.origin, writers: [] }
