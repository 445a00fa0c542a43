import type { MailText } from '../../platform/mail/texts.ts'

/** `link` ends the subscription. */
export function subscribedMail(host: string, { link }: { link: string }): MailText {
  return {
    subject: 'You get the newsletter',
    text: `This address was entered for the newsletter of the store at ${host}.

If you did not want that, or do not want it any more, leave here:
${link}
`,
  }
}

/** The page that the link in the newsletter opens. */
export const leaveTexts = {
  title: 'Leave the newsletter',
  question: 'You get no further issues after this.',
  leave: 'Leave the newsletter',
  left: 'You left the newsletter.',
  unknownTitle: 'This link does not work',
  unknown: 'It is incomplete. Open it again from the mail.',
  home: 'To the store',
} as const
