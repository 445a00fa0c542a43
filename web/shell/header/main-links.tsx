import { Link, NavLink } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { ShopLogo } from '../../store/settings/shop-logo.tsx'

/** The links that the specification has in the header and in the drawer. */
export function MainLinks() {
  return (
    <>
      <NavLink to="/" end prefetch="intent">
        {texts.home}
      </NavLink>
      <NavLink to="/dashboard" className="only-signed-in">
        {texts.dashboard}
      </NavLink>
      <NavLink to="/portfolio" prefetch="intent">
        {texts.portfolio}
      </NavLink>
      <NavLink to="/blogs" prefetch="intent">
        {texts.blogs}
      </NavLink>
    </>
  )
}

/** Characters from which a name is smaller, in two lines at most. */
const LONG_NAME = 16

export function LogoLink() {
  return (
    <Link className="logo" to="/">
      <Logo />
    </Link>
  )
}

export function Logo() {
  const { name, logo } = useStore()
  return (
    <>
      <ShopLogo src={logo} />
      <span className={name.length > LONG_NAME ? 'logo__long' : undefined}>{name}</span>
    </>
  )
}
