import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { Picture } from '../ui/picture.tsx'
import { type Account, PLACEHOLDER_FACE } from './account.ts'

const MENU_ID = 'account-menu'

/** Avatar button and its dropdown: name, Log Out. In the page for everybody; shown to the signed-in. */
export function AccountMenu({ account }: { account: Account | undefined }) {
  const name = account?.displayName ?? ''
  return (
    <div className="has-menu only-in">
      <button
        type="button"
        className="face"
        aria-label={name ? texts.accountOf(name) : texts.account}
        aria-haspopup="true"
        popoverTarget={MENU_ID}
      >
        <Picture
          src={account?.photoURL ?? PLACEHOLDER_FACE}
          fallback={PLACEHOLDER_FACE}
          alt=""
          width={40}
          height={40}
        />
      </button>
      <div className="menu menu--user" id={MENU_ID} popover="auto">
        <p>{name}</p>
        <button
          type="button"
          onClick={() => {
            // first, so that the keyboard is back on the avatar, and again after the question
            document.getElementById(MENU_ID)?.hidePopover()
            account?.onLogOut()
          }}
        >
          {texts.logOut}
        </button>
      </div>
    </div>
  )
}
