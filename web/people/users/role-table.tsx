import { permissionGroups, roleNames, roleTexts as texts } from '#contract/people/users/roles-texts.ts'
import { isStaff, may, type Permission, type Role, roles } from '#contract/platform/auth/roles.ts'
import { Icon } from '../../platform/ui/icon.tsx'

const columns = roles.filter(isStaff)

/** Which role may do what, as `contract/platform/auth/roles.ts` says. */
export function RoleTable() {
  return (
    <section className="role-table" aria-labelledby="roles">
      <div className="role-table__head">
        <h2 id="roles">{texts.title}</h2>
        <p>{texts.lead}</p>
      </div>
      <table className="dense" aria-labelledby="roles">
        <thead>
          <tr>
            <th scope="col">{texts.task}</th>
            {columns.map((role) => (
              <th key={role} scope="col">
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map(({ title, tasks }) => (
          <tbody key={title}>
            <tr className="role-table__group">
              <th scope="rowgroup" colSpan={columns.length + 1}>
                {title}
              </th>
            </tr>
            {tasks.map(([permission, text]) => (
              <tr key={permission}>
                <th scope="row">{text}</th>
                {columns.map((role) => (
                  <Cell key={role} role={role} permission={permission} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Cell({ role, permission }: { role: Role; permission: Permission }) {
  const isAllowed = may(role, permission)
  return (
    <td>
      {isAllowed ? <Icon name="check" size={16} /> : <span aria-hidden="true">·</span>}
      <span className="visually-hidden">{isAllowed ? texts.yes : texts.no}</span>
    </td>
  )
}
