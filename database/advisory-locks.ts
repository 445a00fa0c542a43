/**
 * The keys of PostgreSQL's advisory locks. Any fixed numbers, but each for one purpose: two purposes with one key would
 * wait for one another. Locks of single accounts and addresses have keys made by `hashtextextended`.
 */
export const advisoryLocks = {
  /** Migrations run one at a time. */
  migration: 7_253_001,
  /** `merge_count_changes()` in the database: one transaction at a time adds changes of parts to the counts. */
  searchCounts: 7_253_002,
  /** Role changes and removals take turns, so that a last admin always remains. */
  roles: 7_253_003,
  /** Signing keys of the embedded identity provider are changed one at a time. */
  signingKeys: 7_253_004,
  /** Accounts are made, and addresses change owner, one at a time. */
  signIn: 7_253_005,
  /** The generated catalogue is filled by one process at a time. */
  fill: 7_253_011,
  /** The first of two keys; the second names the import that is being worked on. */
  import: 7_253_021,
} as const
