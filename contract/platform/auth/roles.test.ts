import { expect, test } from 'vitest'
import { isStaff, may, permissions, roles } from './roles.ts'

test('only an admin gives roles, and with them every permission', () => {
  expect(roles.filter((role) => may(role, 'staff.write'))).toEqual(['admin'])
  expect(permissions.filter((permission) => !may('admin', permission))).toEqual([])
})

// an account that is removed may be one of staff, also an admin's
test('a role that removes accounts also gives roles', () => {
  const removing = roles.filter((role) => may(role, 'customers.write'))
  expect(removing).not.toEqual([])
  expect(removing.filter((role) => !may(role, 'staff.write'))).toEqual([])
})

test('a viewer has each permission to read, and no other', () => {
  expect(permissions.filter((permission) => may('viewer', permission))).toEqual(
    permissions.filter((permission) => permission.endsWith('.read')),
  )
})

test('everybody but a customer is staff, and a customer has no permission', () => {
  expect(roles.filter((role) => !isStaff(role))).toEqual(['user'])
  expect(permissions.filter((permission) => may('user', permission))).toEqual([])
})

test('of several permissions one is enough, and of none there is none', () => {
  expect(may('catalogue', ['orders.read', 'catalog.write'])).toBe(true)
  expect(may('catalogue', ['orders.read', 'requests.read'])).toBe(false)
  expect(may('admin', [])).toBe(false)
})
