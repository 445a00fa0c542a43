import type { MailingShop } from '#server/orders/notifications/mails.ts'

/** What order mails say of the shop; every address counts as verified. */
export const mailingShop: MailingShop = {
  origin: 'https://shop.example',
  name: 'Gears',
  locale: 'en-US',
  timeZone: 'UTC',
  takesCards: true,
  mailboxes: { isVerified: async () => true, verificationLink: async () => undefined },
}
