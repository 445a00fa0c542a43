/** What a person may do in the shop. An endpoint names the permission that it requires. */
export const permissions = [
  'catalog.write',
  'imports.run',
  'reviews.moderate',
  'orders.read',
  'orders.write',
  'payments.refund',
  'customers.read',
  'customers.write',
  'requests.read',
  'requests.write',
  'staff.write',
  'settings.write',
  'content.write',
  'reports.read',
  'system.read',
  'system.write',
] as const
export type Permission = (typeof permissions)[number]

/** One role a person: `admin` (the specification's word) may do everything, `user` is a customer. */
export const roles = ['admin', 'catalogue', 'orders', 'accounts', 'viewer', 'user'] as const
export type Role = (typeof roles)[number]

const permissionsOfRole: Record<Role, readonly Permission[]> = {
  admin: permissions,
  catalogue: ['catalog.write', 'imports.run', 'reviews.moderate'],
  orders: ['orders.read', 'orders.write', 'customers.read', 'requests.read', 'requests.write'],
  accounts: ['orders.read', 'payments.refund', 'customers.read', 'reports.read', 'system.read'],
  viewer: ['orders.read', 'customers.read', 'requests.read', 'reports.read', 'system.read'],
  user: [],
}

/** Whether a role has a permission, or any of several. */
export function may(role: Role, needed: Permission | readonly Permission[]): boolean {
  const granted = permissionsOfRole[role]
  return typeof needed === 'string'
    ? granted.includes(needed)
    : needed.some((permission) => granted.includes(permission))
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => may(role, permission))
}

/** Whether a role belongs to the shop's staff. */
export function isStaff(role: Role): boolean {
  return permissionsOfRole[role].length > 0
}
