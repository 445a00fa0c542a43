import type { JobName } from './failed-jobs.ts'

export const failedJobTexts = {
  title: 'Failed Jobs',
  lead: 'Newest first, of the last seven days',
  job: 'Job',
  failed: 'Failed',
  triedOnce: 'Tried once',
  triedSince: (times: string) => `Tried ${times} times since`,
  error: 'Error',
  since: 'Since then',
  succeeded: 'Succeeded',
  notYet: 'No success yet',
  knownErrors: new Map([
    ['job heartbeat timeout', 'The process that ran it has ended, or lost the database.'],
    ['job timed out', 'It took longer than 15 minutes.'],
  ]),
  action: 'Action',
  runAgain: 'Run again',
  runAgainOf: (job: string) => `Run again: ${job}`,
  runsAgain: (job: string) => `“${job}” runs again. If it fails again, it is listed here again.`,
  none: 'No failed jobs',
  noneText: 'The store works in the background. A job that fails is listed here for seven days.',
  jobs: {
    'reconcile-payments': { name: 'Finish payments and refunds', schedule: 'Each minute' },
    'check-ledger': { name: 'Compare the ledger with the card provider', schedule: 'Each night' },
    'index-words': { name: 'Merge new words into the search index', schedule: 'Each minute' },
    'stock-notices': { name: 'Mail who waits for parts', schedule: 'Each minute' },
    'clean-up': { name: 'Delete old records', schedule: 'Each hour' },
    'remove-identities': { name: 'Remove deleted accounts at the sign-in provider', schedule: 'Each hour' },
  } satisfies Record<JobName, { name: string; schedule: string }>,
} as const
