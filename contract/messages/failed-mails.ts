export const failedMailTexts = {
  title: 'Failed Mails',
  newestFirst: 'Newest first',
  mail: 'Mail',
  to: 'To',
  error: 'Error',
  aboutOrder: 'About a change of an order',
  order: 'See order',
  noRecipient: '–',
  retry: 'Try all again',
  retried: (count: number) => (count === 1 ? 'One mail is tried again.' : `${count} mails are tried again.`),
  none: 'No failed mails',
  noneText: 'A mail that cannot be sent is tried for three days. If it never leaves, it appears here.',
} as const
