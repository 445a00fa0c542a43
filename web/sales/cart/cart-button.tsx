import { lazy, type MouseEvent, Suspense, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { getSession, useSession } from '../../platform/auth/session-state.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { CART_ITEM, CHANGED_ITEM, readBrowserCart } from './browser-cart.ts'
import { getCartState, publishCart, useCartState } from './cart-state.ts'
import { loadMiniCart, openCart, refreshCart } from './open-cart.ts'

const MiniCart = lazy(loadMiniCart)

/** The cart in the header: a link to its page, which opens the mini cart. The number comes after hydration. */
export function CartButton() {
  const { parts, opened } = useCartState()
  const { status } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => followSession(status), [status])
  useEffect(followOtherTabs, [])

  async function open(event: MouseEvent) {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain || pathname === '/cart' || pathname === '/checkout') return
    event.preventDefault()
    if (!(await openCart())) await navigate('/cart')
  }
  return (
    <>
      <Link
        className="cart-link"
        to="/cart"
        aria-label={parts ? texts.cartOf(parts) : texts.cart}
        onClick={(event) => void open(event)}
      >
        <Icon name="cart" />
        <b>{parts || ''}</b>
      </Link>
      {opened && (
        <Suspense>
          <MiniCart added={opened.added} onClose={() => publishCart({ opened: undefined })} />
        </Suspense>
      )}
    </>
  )
}

/** An account's cart is read once its session is known; at its end the browser's is there again. */
function followSession(status: string): void {
  if (status === 'in') void refreshCart()
  else if (status === 'out') showBrowserCart()
}

function showBrowserCart(): void {
  const wasShown = getCartState().cart !== undefined
  publishCart({ parts: readBrowserCart().lines.length, cart: undefined, merged: [] })
  if (wasShown) void refreshCart()
}

function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CHANGED_ITEM) void refreshCart()
    if (key !== CART_ITEM && key !== null) return
    if (getSession().status === 'in') void refreshCart()
    else showBrowserCart()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
