import { expect, test } from 'vitest'
import { permissions } from '../../platform/auth/roles.ts'
import { permissionGroups } from './roles-texts.ts'

test('each permission that lets its holder do something is described once', () => {
  const described = permissionGroups.flatMap(({ tasks }) => tasks.map(([permission]) => permission))
  const effective = permissions.filter((permission) => permission !== 'content.write')
  expect(described.toSorted()).toEqual(effective.toSorted())
})
