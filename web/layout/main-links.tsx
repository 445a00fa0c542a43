import { NavLink } from 'react-router'
import { layoutTexts as texts } from '#contract/messages/layout.ts'

/** The links of header and drawer. Who is signed out or in sees what concerns them, by the stylesheet. */
export function MainLinks({ withLogin = true }: { withLogin?: boolean }) {
  return (
    <>
      <NavLink to="/" end prefetch="intent">
        {texts.home}
      </NavLink>
      <NavLink to="/dashboard" className="only-in">
        {texts.dashboard}
      </NavLink>
      <NavLink to="/portfolio" prefetch="intent">
        {texts.portfolio}
      </NavLink>
      <NavLink to="/blogs" prefetch="intent">
        {texts.blogs}
      </NavLink>
      {withLogin && (
        <NavLink to="/login" className="only-out" prefetch="intent">
          {texts.login}
        </NavLink>
      )}
    </>
  )
}
