/** Opening hours as pages show them. */
export const hoursTexts = {
  everyDay: 'Every day',
  days: (first: string, last: string) => `${first} to ${last}`,
  open: (days: string, opens: string, closes: string) => `${days}, ${opens} to ${closes}`,
  closed: (days: string) => `Closed ${days}`,
  named: (date: string, name: string) => `${date} (${name})`,
} as const
