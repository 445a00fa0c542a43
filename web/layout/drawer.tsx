import type { RefObject } from 'react'
import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { type Account, PLACEHOLDER_FACE } from './account.ts'
import { Logo } from './logo.tsx'
import { MainLinks } from './main-links.tsx'

type DrawerProps = { dialog: RefObject<HTMLDialogElement | null>; account: Account | undefined }

/** The menu of small screens, from the left edge: the header's links, and the person or Login. */
export function Drawer({ dialog, account }: DrawerProps) {
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: following a link closes the drawer; links take the keyboard themselves
    <dialog
      className="drawer"
      ref={dialog}
      aria-label={texts.menu}
      onClick={(event) => {
        const { target, currentTarget } = event
        const isBackdrop = target === currentTarget
        if (isBackdrop || (target instanceof Element && target.closest('a'))) close()
      }}
    >
      <div className="drawer__h">
        <span className="logo">
          <Logo />
        </span>
        <button type="button" className="ico" aria-label={texts.closeMenu} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={texts.drawerNavigation}>
        <MainLinks withLogin={false} />
      </nav>
      <LinkButton to="/login" look="go" className="drawer__login only-out">
        {texts.login}
      </LinkButton>
      <div className="drawer__u only-in">
        <div className="plate">
          <Picture
            src={account?.photoURL ?? PLACEHOLDER_FACE}
            fallback={PLACEHOLDER_FACE}
            alt=""
            width={48}
            height={48}
          />
        </div>
        <b>{account?.displayName}</b>
        <Button
          size="small"
          onClick={() => {
            close()
            account?.onLogOut()
          }}
        >
          {texts.logOut}
        </Button>
      </div>
    </dialog>
  )
}
