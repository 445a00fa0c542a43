import type { User } from '#contract/users/users.ts'
import type { UserRow } from '#database/rows.ts'

/** An account as the wire shows it. */
export function toUser(row: UserRow): User {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    displayName: row.display_name,
    photoURL: row.photo_url,
    education: row.education,
    location: row.location,
    number: row.number,
    linkedin: row.linkedin,
    createdAt: row.created_at.toISOString(),
    disabled: row.disabled_at !== null,
  }
}
