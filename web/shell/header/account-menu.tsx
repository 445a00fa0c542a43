import { Link } from 'react-router'
import { isStaff } from '#contract/platform/auth/roles.ts'
import { dashboardTexts } from '#contract/platform/texts/dashboard.ts'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { askToLogOut } from '../../platform/auth/session.ts'
import { useSession } from '../../platform/auth/session-state.ts'
import { isMarkedStaff } from '../../platform/auth/staff-mark.ts'
import { Picture } from '../../platform/ui/picture.tsx'

const PLACEHOLDER = '/drawings/avatar.svg'
const MENU_ID = 'account-menu'

type Account = { name: string; email: string; photo: string; links: { to: string; text: string }[] }

const profileLinks = [
  { to: '/dashboard', text: dashboardTexts.myProfile },
  { to: '/dashboard/account', text: dashboardTexts.account },
]
const customerLinks = [{ to: '/dashboard/orders', text: dashboardTexts.myOrders }, ...profileLinks]
const staffLinks = [{ to: '/dashboard/overview', text: texts.dashboard }, ...profileLinks]

/** Who is signed in, and the pages of that account; undefined until the browser knows. */
export function useAccount(): Account | undefined {
  const { user, role } = useSession()
  if (!user) return undefined
  return {
    name: user.displayName || user.email || '',
    email: user.displayName ? (user.email ?? '') : '',
    photo: user.photoURL ?? PLACEHOLDER,
    // the role is not known before a page asks for it
    links: (role ? isStaff(role) : isMarkedStaff()) ? staffLinks : customerLinks,
  }
}

/** The avatar and its menu. Every page has it; the style sheet shows it to signed-in users. */
export function AccountMenu() {
  const account = useAccount()
  // first, so that the focus is on the avatar, and returns to it after the dialog
  const close = () => document.getElementById(MENU_ID)?.hidePopover()
  return (
    <div className="has-menu only-signed-in">
      <button
        type="button"
        className="avatar"
        aria-label={account?.name ? texts.accountOf(account.name) : texts.account}
        aria-haspopup="true"
        popoverTarget={MENU_ID}
      >
        <AvatarPicture photo={account?.photo} width={40} height={40} />
      </button>
      <div className="menu menu--user" id={MENU_ID} popover="auto">
        <p>
          <b>{account?.name}</b>
          <span>{account?.email}</span>
        </p>
        {account?.links.map(({ to, text }) => (
          <Link key={to} to={to} onClick={close}>
            {text}
          </Link>
        ))}
        <button
          type="button"
          onClick={() => {
            close()
            void askToLogOut()
          }}
        >
          {texts.logOut}
        </button>
      </div>
    </div>
  )
}

type AvatarProps = { photo: string | undefined; width: number; height: number }

export function AvatarPicture({ photo = PLACEHOLDER, ...size }: AvatarProps) {
  return <Picture src={photo} fallback={PLACEHOLDER} alt="" {...size} />
}
