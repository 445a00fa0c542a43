/** Keys of PostgreSQL's advisory locks: arbitrary and unique. Locks of single accounts or addresses use `hashtextextended`. */
export const advisoryLocks = {
  migration: 7_253_001,
  /** `merge_count_changes()` and `merge_facet_values()` in the database merge counts in one transaction at a time. */
  searchCounts: 7_253_002,
  /** Serialises role changes, removals and deletions of users, so that one admin always remains. */
  roles: 7_253_003,
  signingKeys: 7_253_004,
  /** Serialises the creation of accounts and changes of their addresses. */
  signIn: 7_253_005,
  /** Serialises changes of settings, so that each names in the audit what was there before. */
  settings: 7_253_006,
  /** Instances that fill in the sellers of orders take turns. */
  sellers: 7_253_007,
  fillCatalogue: 7_253_011,
  /** `merge_facet_values()` before migration 0033. */
  facetValues: 7_253_012,
  /** Serialises changes of categories, part types and attributes. */
  catalogue: 7_253_013,
  /** The first of two keys; the second is the import. */
  import: 7_253_021,
} as const
