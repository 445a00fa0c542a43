import type { MailText } from '../../platform/mail/texts.ts'

type BackInStock = { store: string; part: string; partNumber: string | null; link: string; stopLink: string }

/** `stopLink` ends all further notices to the address. */
export function backInStockMail({ store, part, partNumber, link, stopLink }: BackInStock): MailText {
  return {
    subject: `Back in stock: ${part}`,
    text: `${partNumber ? `${part} (${partNumber})` : part} is for sale again at ${store}:
${link}

You asked for this one mail; the part is not reserved for you.

If you did not, or want no mail about other parts you asked for either, stop them here:
${stopLink}
`,
  }
}

/** The page that the link in the mail opens. */
export const stopTexts = {
  title: 'Stop notices about parts',
  question: 'You get no mail about any part that you are waiting for after this.',
  stop: 'Stop notices',
  stopped: 'You get no more notices.',
  unknownTitle: 'This link does not work',
  unknown: 'It is incomplete. Open it again from the mail.',
  home: 'To the store',
} as const
