import type { Permission, Role } from '../../platform/auth/roles.ts'

/** The names of roles, as people read them. */
export const roleNames: Record<Role, string> = {
  admin: 'Admin',
  catalogue: 'Catalogue',
  orders: 'Orders',
  accounts: 'Accounts',
  viewer: 'Viewer',
  user: 'Customer',
}

/** What each permission lets its holder do, by subject. `content.write` follows once pages have an editor. */
export const permissionGroups: { title: string; tasks: [Permission, string][] }[] = [
  {
    title: 'Orders',
    tasks: [
      ['orders.read', 'See orders and receipts'],
      ['orders.write', 'Set the status, delete orders'],
      ['payments.refund', 'Refund payments'],
    ],
  },
  {
    title: 'Catalogue',
    tasks: [
      ['catalog.write', 'Add, edit and delete parts'],
      ['imports.run', 'Import and export parts'],
      ['reviews.moderate', 'Hide and show reviews'],
    ],
  },
  {
    title: 'People',
    tasks: [
      ['customers.read', 'See accounts'],
      ['customers.write', 'Edit profiles, remove accounts'],
      ['requests.read', 'See estimates and subscribers'],
      ['requests.write', 'Delete estimates and subscribers'],
      ['staff.write', 'Give and take roles'],
    ],
  },
  {
    title: 'Shop',
    tasks: [
      ['settings.write', 'Change the store’s settings'],
      ['reports.read', 'See sales'],
      ['system.read', 'See the audit, failed mails and jobs'],
      ['system.write', 'Repeat failed mails and jobs'],
    ],
  },
]

export const roleTexts = {
  title: 'What each role may do',
  lead: 'A person has one role',
  task: 'Task',
  yes: 'yes',
  no: 'no',
} as const
