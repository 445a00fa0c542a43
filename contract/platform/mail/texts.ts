export type MailText = { subject: string; text: string }

export const smsSubject = 'Text message'

export const failedMailTexts = {
  title: 'Failed Mails',
  newestFirst: 'Newest first',
  mail: 'Mail',
  to: 'To',
  error: 'Error',
  aboutOrder: 'About a change to an order',
  orderWithNumber: (number: number) => `Order ${number}`,
  noRecipient: '–',
  retry: 'Try all again',
  retried: (count: number) => (count === 1 ? 'One mail is tried again.' : `${count} mails are tried again.`),
  none: 'No failed mails',
  noneText: 'A mail is tried for three days, then listed here. Mails with a code or link expire with it.',
} as const
